import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RevisionAction } from '../../../contract/audit.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type Select, selectColumns } from '../query/select.ts';
import type { Reads } from '../store/reads.ts';
import { revision } from '../write/revision.collection.ts';
import { readChanges } from '../write/revisions.ts';

/** The state of a record before some of its changes. */
export interface EarlierState {
  /** What the first of these changes did. */
  readonly action: RevisionAction;
  /** When the record had last been changed before them. */
  readonly previousTime: number | null;
  /** The fields that they changed, as JSON values. */
  readonly values: Record<string, unknown>;
  /** Those of them whose value a rule has removed: null stands in its place. */
  readonly removed: ReadonlySet<string>;
}

/** The values of an earlier state that can be given back. */
export function keptValues({ values, removed }: EarlierState): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !removed.has(name)));
}

/** The most changes that one request undoes; each may hold two values of a megabyte. */
export const MOST_CHANGES = 5000;
const READ_AT_ONCE = 20;

/**
 * The states of records before the changes that `which` selects, by the records' ids. `which` must select all changes of a record
 * from some point on. Throws if they are too many for one request.
 */
export async function undo(
  reads: Reads,
  definition: Definition,
  which: (select: Select) => Select,
): Promise<Map<bigint, EarlierState>> {
  const undone = new Map<bigint, EarlierState & { readonly removed: Set<string> }>();
  for await (const changes of changesInTurn(reads, definition, which)) {
    for (const change of changes) {
      const { action, previous_time: previousTime } = change;
      const record = undone.get(change.record_id) ?? { action, previousTime, values: {}, removed: new Set() };
      undone.set(change.record_id, record);
      for (const [name, [before, , removed]] of Object.entries(readChanges(definition, change))) {
        if (Object.hasOwn(record.values, name)) continue;
        record.values[name] = before;
        if (removed?.includes('before')) record.removed.add(name);
      }
    }
  }
  return undone;
}

/** The changes in small batches, oldest first; the event loop gets a turn between them. */
async function* changesInTurn(reads: Reads, { name }: Definition, which: (select: Select) => Select) {
  const ids = await reads.records<{ id: bigint }>(
    which(selectColumns(reads.query, revision.name, ['id']).where('collection', '=', name))
      .orderBy('id')
      .limit(MOST_CHANGES + 1),
    { id: { type: 'bigint' } },
  );
  if (ids.length > MOST_CHANGES)
    throw badParameters({ '': message('tooManyChanges', { max: MOST_CHANGES }) });
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const some = ids.slice(start, start + READ_AT_ONCE).map(({ id }) => id);
    yield await reads.where(revision, (select) => select.where('id', 'in', some).orderBy('id'));
    await nextTurn();
  }
}
