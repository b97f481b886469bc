import type { Definition } from '../../definitions/define-collection.ts';
import { message } from '../../messages/message.ts';
import { change } from '../changes/change.collection.ts';
import { selectColumns } from '../query/select.ts';
import { reachableRecords } from '../store/reachable-records.ts';
import { rightsOver } from '../store/write-context.ts';
import type { Writes } from '../write/writes.ts';
import type { UndoLine } from './report.ts';
import type { UndoScope } from './scope.ts';

/** The report names this many of them; they are left unchanged in any case. */
const MOST_NAMED = 1000;
const idShape = { record_id: { type: 'bigint' } } as const;

/**
 * The records of collections without history that somebody changed in a period: those that the feed still holds and the actor may see.
 * The feed names neither requests nor keys.
 */
export async function unauditedChanges(writes: Writes, scope: UndoScope): Promise<UndoLine[]> {
  const { userId, keyId, since, until, collections } = scope;
  if (userId === undefined || since === undefined || until === undefined || keyId !== undefined) return [];
  const unaudited = writes.catalogue.served.filter(
    ({ name, keepsHistory }) => !keepsHistory && (collections === undefined || collections.includes(name)),
  );
  const lines: UndoLine[] = [];
  for (const definition of unaudited) {
    const select = selectColumns(writes.query, change.name, ['record_id'])
      .distinct()
      .where('collection', '=', definition.name)
      .where('user_id', '=', userId)
      .where('time', '>=', since)
      .where('time', '<=', until);
    const found = await writes.records<{ record_id: bigint }>(
      select.orderBy('record_id').limit(MOST_NAMED - lines.length),
      idShape,
    );
    const ids = found.map(({ record_id }) => record_id);
    const visible = await visibleAmong(writes, definition, ids);
    for (const id of ids.filter((one) => visible.has(one)))
      lines.push({ collection: definition.name, id, outcome: 'left', reason: message('undoNoHistory') });
  }
  return lines;
}

/** Nothing records the owner of a destroyed record, so only actors who may read all records see it. */
async function visibleAmong(
  writes: Writes,
  definition: Definition,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rights = await rightsOver(writes, definition);
  if (!rights || rights.records(definition, 'read') === 'all') return new Set(ids);
  if (ids.length === 0) return new Set();
  const records = await writes.where(definition, (select) => select.where('id', 'in', ids));
  const reachable = await reachableRecords(writes, definition, records, ['read']);
  return new Set(reachable.map(({ id }) => id));
}
