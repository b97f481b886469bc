import type { Definition } from '../definitions/define-record.ts';
import type { Rows } from '../definitions/where.ts';
import type { Revision } from './history.ts';
import { meeting } from './meeting.ts';
import type { Reads } from './reads.ts';
import { readChanges } from './revisions.ts';
import type { Row } from './row.ts';
import { undo } from './undo.ts';

/**
 * Which of a row's revisions, the newest first, tell only of states that a rule leaves: the row is one of them now, but it
 * need not always have been.
 */
export async function revisionsWithin(
  reads: Reads,
  definition: Definition,
  rows: Rows,
  row: Row,
  revisions: readonly Revision[],
): Promise<ReadonlySet<Revision>> {
  const [last] = revisions;
  if (rows === 'all' || !last) return new Set(revisions);
  const later = await undo(reads, definition, (select) =>
    select.where('record_id', '=', row.id).where('time', '>=', last.time).where('id', '>', last.id),
  );
  const changes = revisions.map((revision) => Object.entries(readChanges(definition, revision)));
  const values = (at: 0 | 1) =>
    changes.map((some) => Object.fromEntries(some.map(([name, change]) => [name, change[at]])));
  let state: Row = Object.assign({ ...row }, later.get(row.id)?.values, ...values(1).toReversed());
  const states = [state];
  for (const before of values(0)) {
    state = { ...state, ...before };
    states.push(state);
  }
  const left = new Set(await meeting(reads, definition, rows, states));
  const isLeft = states.map((one) => left.has(one));
  return new Set(
    revisions.filter(({ action }, place) => isLeft[place] && (action === 'create' || isLeft[place + 1])),
  );
}
