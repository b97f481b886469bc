import type { Definition } from '../../../definitions/define-collection.ts';
import type { Change } from '../../record.ts';
import type { WriteParts } from '../parts.ts';
import { type Preconditions, recordMeeting } from '../preconditions.ts';
import { noteUnpublished } from '../publishing.ts';
import { changeRecord } from '../settling.ts';
import { type Cascade, confirmedCascade, entriesOf } from './cascade.ts';
import { deletion } from './deletion.collection.ts';

/** Deletes a record and treats the records that refer to it as their fields say; returns all that it did. */
export async function removeRecord(
  parts: WriteParts,
  definition: Definition,
  id: bigint,
  preconditions: Preconditions,
): Promise<Cascade> {
  const { writes, records, hooks } = parts;
  const record = await recordMeeting(writes, definition, id, preconditions);
  const { isForced } = preconditions;
  const cascade = await confirmedCascade(
    writes,
    definition,
    { record, ...(isForced && { isForced }) },
    (collection, one) => hooks.before(collection, 'delete', one),
  );
  for (const [holder, changed] of cascade.changed)
    for (const [before, given] of changed.values())
      await changeRecord(parts, holder, { record: before, given });
  const removed: [Definition, Change[]][] = [];
  for (const [holder, gone] of cascade.deleted)
    removed.push([holder, await records.remove(holder, [...gone.values()])]);
  for (const [holder, gone] of cascade.deleted) await noteUnpublished(writes, records, holder, gone.keys());
  if (definition.audit === 'full') await records.insert(deletion, entriesOf(cascade, definition, record));
  for (const [holder, changes] of removed) await hooks.after(holder, 'delete', changes);
  return cascade;
}
