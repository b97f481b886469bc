import type { Definition } from '../../../definitions/define-collection.ts';
import type { Change } from '../../row.ts';
import type { WriteParts } from '../parts.ts';
import { type Preconditions, rowMeeting } from '../preconditions.ts';
import { noteUnpublished } from '../publishing.ts';
import { changeRow } from '../settling.ts';
import { type Cascade, confirmedCascade, entriesOf } from './cascade.ts';
import { deletion } from './deletion.collection.ts';

/** Deletes a row and treats the rows that refer to it as their fields say; returns all that it did. */
export async function removeRow(
  parts: WriteParts,
  definition: Definition,
  id: bigint,
  preconditions: Preconditions,
): Promise<Cascade> {
  const { writes, rows, hooks } = parts;
  const row = await rowMeeting(writes, definition, id, preconditions);
  const { isForced } = preconditions;
  const cascade = await confirmedCascade(
    writes,
    definition,
    { row, ...(isForced && { isForced }) },
    (collection, one) => hooks.before(collection, 'delete', one),
  );
  for (const [holder, changed] of cascade.changed)
    for (const [before, given] of changed.values()) await changeRow(parts, holder, { row: before, given });
  const removed: [Definition, Change[]][] = [];
  for (const [holder, gone] of cascade.deleted)
    removed.push([holder, await rows.remove(holder, [...gone.values()])]);
  for (const [holder, gone] of cascade.deleted) await noteUnpublished(writes, rows, holder, gone.keys());
  if (definition.audit === 'full') await rows.insert(deletion, entriesOf(cascade, definition, row));
  for (const [holder, changes] of removed) await hooks.after(holder, 'delete', changes);
  return cascade;
}
