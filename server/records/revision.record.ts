import { bigint } from '../definitions/bigint.ts';
import { choice } from '../definitions/choice.ts';
import { dateTime } from '../definitions/date-time.ts';
import { defineRecord } from '../definitions/define-record.ts';
import { longText } from '../definitions/long-text.ts';
import { text } from '../definitions/text.ts';

/** One change of one fully audited row: who, when, in which request, and each changed field before and after. */
export const revision = defineRecord({
  name: 'quire_revision',
  label: '历史',
  audit: 'none',
  fields: {
    record: text({ max: 40, required: true }),
    record_id: bigint({ required: true }),
    action: choice(['create', 'update', 'delete'], { required: true }),
    user_id: bigint({ required: true }),
    time: dateTime({ required: true }),
    request_id: text({ max: 60, required: true }),
    /** JSON: field → [before, after]. Secret fields are named, their values are not kept. */
    changes: longText({ required: true }),
  },
  indexes: [['record', 'record_id', 'id']],
});
