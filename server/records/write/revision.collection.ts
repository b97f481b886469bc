import { DECISIONS, REVISION_ACTIONS } from '../../../contract/audit.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, longText } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** One change of one fully audited record: who, when, in which request, and each changed field before and after. */
export const revision = defineCollection({
  name: 'quire_revision',
  label: message('revisionLabel'),
  audit: 'none',
  fields: {
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    record_id: bigint({ required: true }),
    /** The id of the record where it is a text; `record_id` is a number that is made of it. */
    record_key: text({ max: 200 }),
    action: choice(REVISION_ACTIONS, { required: true }),
    /** The decision about the draft that did it, of what readers see; null for everything else, and for older revisions. */
    decision: choice(DECISIONS),
    user_id: bigint({ required: true }),
    /** The API key by which the user's program made the change. */
    key_id: bigint(),
    /** Who approved it, where it was a change set's. */
    approver_id: bigint(),
    /** Never before the record's earlier revisions, even if the clock is set back: ordered by time as by id. */
    time: dateTime({ required: true }),
    /** The record's update_time before this change. */
    previous_time: dateTime(),
    request_id: text({ max: 60, required: true }),
    /** Whether its writer told the feed of changes, and the full text index; null where an earlier version wrote it. */
    noted: boolean(),
    /** JSON: field → [before, after]. Secret fields are named, their values are not kept. */
    changes: longText({ required: true }),
  },
  indexes: [['collection', 'record_id', 'time'], ['time'], ['user_id', 'time'], ['request_id']],
});
