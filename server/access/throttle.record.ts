import { dateTime } from '../definitions/date-time.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { integer } from '../definitions/integer.ts';
import { text } from '../definitions/text.ts';

/** Failed sign-ins of one account or from one address, within one window. */
export const throttle = defineRecord({
  name: 'quire_throttle',
  label: '限流',
  audit: 'none',
  fields: {
    key: text({ max: 100, required: true, unique: true }),
    failures: integer({ default: 0 }),
    window_end: dateTime({ required: true, indexed: true }),
  },
});
