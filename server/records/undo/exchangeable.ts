import type { Definition } from '../../definitions/define-collection.ts';
import type { AnyRecord } from '../record.ts';
import type { UniqueGroup } from '../store/collection-statements.ts';
import type { Writes } from '../write/writes.ts';
import type { UndoTask } from './plan-undo.ts';

/** Bounded, because each round checks every task and may exclude only one. */
const MOST_TOGETHER = 200;

/** The tasks whose unique values are free, or held by records that give them up in another of these tasks. */
export async function exchangeable(
  writes: Writes,
  definition: Definition,
  tasks: readonly UndoTask[],
): Promise<readonly UndoTask[]> {
  let left = tasks.slice(0, MOST_TOGETHER);
  for (;;) {
    const ids = new Set(left.map(({ id }) => id));
    const kept: UndoTask[] = [];
    for (const task of left) if (await isFreeAmong(writes, definition, task, ids)) kept.push(task);
    if (kept.length === left.length) return left;
    left = kept;
  }
}

async function isFreeAmong(
  writes: Writes,
  definition: Definition,
  { id, values }: UndoTask,
  ids: ReadonlySet<bigint>,
): Promise<boolean> {
  const record: AnyRecord | undefined = await writes.find(definition, id);
  if (!record) return false;
  const wanted = { ...record, ...values };
  for (const group of writes.uniqueOf(definition)) {
    const holder = mayBeHeld(group, wanted) ? await writes.findHolder(definition, group, wanted) : undefined;
    if (holder && !ids.has(holder.id)) return false;
  }
  return true;
}

function mayBeHeld({ fields, nullsEqual }: UniqueGroup, record: AnyRecord): boolean {
  return nullsEqual || fields.every((field) => record[field] !== null);
}
