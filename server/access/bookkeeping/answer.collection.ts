import { text } from '../../definitions/fields/text.ts';
import { bigint, defineCollection, longText } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The answer to a write with an Idempotency-Key, replayed if the request is repeated. */
export const answer = defineCollection({
  name: 'quire_answer',
  label: message('answerLabel'),
  audit: 'creation',
  fields: {
    user_id: bigint({ required: true }),
    key: text({ max: 255, required: true, multiline: true }),
    /** A hash of the request, to detect a key that is reused for another request. */
    request: text({ max: 64, required: true }),
    /** How that hash was made, with a name of the secret. Null where an earlier version made it. */
    form: text({ max: 40 }),
    /** JSON of what was written. */
    written: longText({ default: '' }),
  },
  unique: [['user_id', 'key']],
  indexes: [['create_time']],
});
