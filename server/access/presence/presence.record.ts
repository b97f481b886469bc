import { defineRecord } from '../../definitions/define-record.ts';
import { bigint } from '../../definitions/fields/bigint.ts';
import { dateTime } from '../../definitions/fields/date-time.ts';
import { text } from '../../definitions/fields/text.ts';
import { message } from '../../messages/message.ts';

/** A session that has a row open, since when, and when it was last heard of. */
export const presence = defineRecord({
  name: 'quire_presence',
  label: message('presenceLabel'),
  audit: 'none',
  fields: {
    record: text({ max: 40, required: true }),
    row_id: bigint({ required: true }),
    session_id: bigint({ required: true }),
    since: dateTime({ required: true }),
    time: dateTime({ required: true, indexed: true }),
  },
  unique: [['session_id', 'record', 'row_id']],
  indexes: [['record', 'row_id']],
});
