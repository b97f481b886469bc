import { REVISION_ACTIONS } from '../../contract/audit.ts';
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
    action: choice(REVISION_ACTIONS, { required: true }),
    user_id: bigint({ required: true }),
    /** Never before the row's earlier revisions, whatever the clock does; so a time splits them as their ids do. */
    time: dateTime({ required: true }),
    /** The row's update_time before this change. */
    previous_time: dateTime(),
    request_id: text({ max: 60, required: true }),
    /** JSON: field → [before, after]. Secret fields are named, their values are not kept. */
    changes: longText({ required: true }),
  },
  indexes: [['record', 'record_id', 'time'], ['time']],
});
