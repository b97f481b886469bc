import { dateTime } from '../definitions/date-time.ts';
import { defineRecord } from '../definitions/define-record.ts';

/** Since when every revision is there: earlier ones may have been taken away. One row, or none where all were kept. */
export const horizon = defineRecord({
  name: 'quire_horizon',
  label: '历史起点',
  audit: 'none',
  fields: { time: dateTime({ required: true }) },
});
