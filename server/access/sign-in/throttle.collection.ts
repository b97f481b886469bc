import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** Failed sign-ins within one window: of an account, of an account from a network, or of a network. */
export const throttle = defineCollection({
  name: 'quire_throttle',
  label: message('throttleLabel'),
  audit: 'none',
  fields: {
    key: text({ max: 100, required: true, unique: true, multiline: true }),
    /** The account whose successful sign-in resets the count; empty if none does. */
    account: text({ max: 24, default: '', indexed: true, multiline: true }),
    failures: integer({ default: 0 }),
    window_end: dateTime({ required: true, indexed: true }),
  },
});
