import type { Definition } from '../../definitions/define-collection.ts';
import { type AnyRecord, idsIn } from '../record.ts';
import { chunksOf } from '../store/chunks.ts';
import { linesAbove, lockInOrder } from '../store/tree-lines.ts';
import { columnsEvenDeleted, whereEvenDeleted } from '../write/removal/deleted.ts';
import type { Writes } from '../write/writes.ts';
import type { PastRevision } from './net-effect.ts';

/**
 * Locks records of a tree and those above the places that an undo of these steps may give them back, in the order in which moves
 * lock. The undo finds them locked, so that undos and moves that cross wait for each other. Does nothing without a tree.
 */
export async function lockPlaces(
  writes: Writes,
  definition: Definition,
  steps: ReadonlyMap<bigint, readonly PastRevision[]>,
): Promise<void> {
  const { name, tree: field } = definition;
  if (field === undefined) return;
  const tree = { definition, field };
  const moving = [...steps.keys()];
  const former = [...steps.values()].flat().flatMap(({ isWithin, changes }) => {
    const [before] = changes[field] ?? [];
    return isWithin ? idsIn({ [field]: before }, field) : [];
  });
  const parents = [...former];
  for (const some of chunksOf(moving)) {
    const deleted = columnsEvenDeleted(writes, name, [field])
      .where('id', 'in', some)
      .where('is_deleted', '=', true);
    const shape = { [field]: { type: 'bigint' } } as const;
    for (const record of await writes.records<AnyRecord>(deleted, shape))
      parents.push(...idsIn(record, field));
  }
  const above = (await linesAbove(writes, tree, [...new Set(parents)])).keys();
  const lock = async (ids: readonly bigint[]) => {
    for (const some of chunksOf(ids))
      await whereEvenDeleted(writes, definition, (select) => select.where('id', 'in', some).orderBy('id'));
  };
  await lockInOrder(writes, tree, { moving, above, lock });
}
