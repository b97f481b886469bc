import { DECISIONS, REVISION_ACTIONS } from '../../../contract/audit.ts';
import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, json, longText } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from '../../messages/message.ts';

/** One change of one record of a served collection, for the feed of changes. It holds only what decides who may see it. */
export const change = defineCollection({
  name: 'quire_change',
  label: message('changeLabel'),
  audit: 'none',
  fields: {
    /** Its position in the order of commits. Null on SQLite, where the ids have that order. */
    position: bigint(),
    /**
     * Random, and shared by the changes of one transaction. It tells a change from one that had the same position in a past
     * that was undone.
     */
    batch: bigint(),
    collection: text({ renamedFrom: 'record', max: 40, required: true }),
    record_id: bigint({ required: true }),
    action: choice(REVISION_ACTIONS, { required: true }),
    /** The decision about a draft that changed what readers see. */
    decision: choice(DECISIONS),
    user_id: bigint({ required: true }),
    /** The trace of the request that made the change, if it named one. */
    trace: text({ max: 35 }),
    time: dateTime({ required: true }),
    /** The names of the fields that an update changed. */
    changed: json(),
    /** JSON: the columns that the collection's read rule may look at, before and after; null if it looks at none. */
    states: longText({ secret: true }),
  },
  indexes: [['position'], ['time']],
});

export type ChangeRecord = RecordOf<typeof change>;

/** The state of the feed: the last position assigned, and the last one erased. One record. */
export const changeHead = defineCollection({
  name: 'quire_change_head',
  label: message('changeHeadLabel'),
  audit: 'none',
  fields: {
    last: bigint({ required: true }),
    erased: bigint({ required: true }),
    /** The mark of the last change that was erased; before any was, that of the feed. Null where it was not kept. */
    erased_mark: bigint(),
    /** Everything since then is kept. */
    time: dateTime({ required: true }),
    /** Revisions up to this id were noted by the server that wrote them, or by the sweep of writes of earlier versions. */
    revisions: bigint(),
    /** Collections for which the feed keeps, or once kept, columns for conditions. */
    conditioned: json(),
  },
});
