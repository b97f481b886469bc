import { bigint } from '../definitions/bigint.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { longText } from '../definitions/long-text.ts';
import { text } from '../definitions/text.ts';

/** What a write was answered with that came with an Idempotency-Key, so that it is answered the same when it comes again. */
export const answer = defineRecord({
  name: 'quire_answer',
  label: '写入结果',
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
