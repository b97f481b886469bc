import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RevisionAction } from '../../contract/audit.ts';
import type { Definition } from '../definitions/define-record.ts';
import { badParameters } from '../errors.ts';
import type { Reads } from './reads.ts';
import { revision } from './revision.record.ts';
import { readChanges } from './revisions.ts';

type Select = Parameters<Parameters<Reads['where']>[1]>[0];

/** What a row was before some changes of it. */
export interface Undone {
  /** What the first of them did. */
  readonly action: RevisionAction;
  /** When the row had been changed last before them. */
  readonly previousTime: number | null;
  /** The fields that they changed, as JSON values. */
  readonly values: Record<string, unknown>;
}

/** So many changes may lie between now and what is asked for; each may hold two values of a megabyte. */
const MOST_CHANGES = 5000;
const READ_AT_ONCE = 20;

/**
 * What rows of a record were before the changes that `which` names, by the rows' ids. `which` must take all changes of a
 * row from one of them on. Throws where these are too many to be undone in one request.
 */
export async function undo(
  reads: Reads,
  definition: Definition,
  which: (select: Select) => Select,
): Promise<Map<bigint, Undone>> {
  const undone = new Map<bigint, Undone>();
  for await (const changes of changesInTurn(reads, definition, which)) {
    for (const change of changes) {
      const { action, previous_time: previousTime } = change;
      const row = undone.get(change.record_id) ?? { action, previousTime, values: {} };
      undone.set(change.record_id, row);
      for (const [name, [before]] of Object.entries(readChanges(definition, change)))
        if (!Object.hasOwn(row.values, name)) row.values[name] = before;
    }
  }
  return undone;
}

/** Few at a time, the oldest first, leaving the event loop to others in between. */
async function* changesInTurn(reads: Reads, { name }: Definition, which: (select: Select) => Select) {
  const ids = await reads.rows<{ id: bigint }>(
    which(reads.query.selectFrom(revision.name).select('id').where('record', '=', name) as unknown as Select)
      .orderBy('id')
      .limit(MOST_CHANGES + 1),
    { id: { type: 'bigint' } },
  );
  if (ids.length > MOST_CHANGES) throw badParameters({ '': `此后的变更超过 ${MOST_CHANGES} 次，无法还原` });
  for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
    const some = ids.slice(start, start + READ_AT_ONCE).map(({ id }) => id);
    yield await reads.where(revision, (select) => select.where('id', 'in', some).orderBy('id'));
    await nextTurn();
  }
}
