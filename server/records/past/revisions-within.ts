import type { Definition } from '../../definitions/define-collection.ts';
import type { Rows } from '../../definitions/types/where.ts';
import type { Row } from '../row.ts';
import { matchingRows } from '../rows/matching-rows.ts';
import type { Reads } from '../rows/reads.ts';
import { readChanges } from '../write/revisions.ts';
import type { Revision } from './history.ts';
import { undo } from './undo.ts';

/**
 * The revisions of a row, newest first, whose states before and after all match a rule. The row matches it now, but may
 * not always have done so.
 */
export async function revisionsWithin(
  reads: Reads,
  definition: Definition,
  rows: Rows,
  { row, revisions }: { readonly row: Row; readonly revisions: readonly Revision[] },
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
  const left = new Set(await matchingRows(reads, definition, rows, states));
  const isLeft = states.map((one) => left.has(one));
  return new Set(
    revisions.filter(({ action }, index) => isLeft[index] && (action === 'create' || isLeft[index + 1])),
  );
}
