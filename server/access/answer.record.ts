import { defineRecord } from '../definitions/define-record.ts';
import { bigint } from '../definitions/fields/bigint.ts';
import { longText } from '../definitions/fields/long-text.ts';
import { text } from '../definitions/fields/text.ts';
import { message } from '../messages/message.ts';

/** What a write was answered with that came with an Idempotency-Key, so that it is answered the same when it comes again. */
export const answer = defineRecord({
  name: 'quire_answer',
  label: message('answerLabel'),
  audit: 'creation',
  fields: {
    user_id: bigint({ required: true }),
    key: text({ max: 255, required: true }),
    /** A hash of the request, for another one may bear the same key. */
    request: text({ max: 64, required: true }),
    /** JSON of what was written. */
    written: longText({ default: '' }),
  },
  unique: [['user_id', 'key']],
  indexes: [['create_time']],
});
