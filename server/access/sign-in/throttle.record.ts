import { defineRecord } from '../../definitions/define-record.ts';
import { dateTime } from '../../definitions/fields/date-time.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';

/** Failed sign-ins of one account, of one account from one network, or from one network, within one window. */
export const throttle = defineRecord({
  name: 'quire_throttle',
  label: message('throttleLabel'),
  audit: 'none',
  fields: {
    key: text({ max: 100, required: true, unique: true }),
    /** The account whose successful sign-in ends the count; empty for those that no success ends. */
    account: text({ max: 24, default: '', indexed: true }),
    failures: integer({ default: 0 }),
    window_end: dateTime({ required: true, indexed: true }),
  },
});
