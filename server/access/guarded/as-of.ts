import { REMOVED_BY_RULE } from '../../../contract/audit.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import { type AsOfPage, type AsOfRequest, listAsOf, removedFrom, rowAsOf } from '../../records/past/as-of.ts';
import type { Rights } from '../../records/rights.ts';
import type { Row } from '../../records/row.ts';
import { shownOf } from '../../records/rows/shown.ts';
import type { Door } from '../door.ts';
import type { Reading } from '../reading.ts';

/** One row as it was at a time. Throws if it did not exist then or the caller may not read it. */
export async function getAsOf(
  door: Door,
  definition: Definition,
  id: bigint,
  time: number,
): Promise<Reading<Row>> {
  const { rows, rights, reads, reading } = await door.reach(definition, 'read', 'history');
  const row = await rowAsOf(reads, definition, { id, time }, rows);
  if (!row) throw new AppError('recordNotFound');
  return reading(shownThen(definition, rights, row));
}

/** The rows that existed at a time and that the caller may read. */
export async function pageAsOf(
  door: Door,
  definition: Definition,
  request: AsOfRequest,
): Promise<Reading<AsOfPage>> {
  const { rows, rights, longReads, reading } = await door.reach(definition, 'read', 'history');
  const { items, next } = await listAsOf(longReads, definition, request, rows);
  return reading({ items: items.map((row) => shownThen(definition, rights, row)), next });
}

/** An earlier row as the caller may see it. Names of hidden fields are hidden, too. */
function shownThen(definition: Definition, rights: Rights, row: Row): Row {
  const removed = removedFrom(row).filter((name) => rights.shows(definition, name));
  const { [REMOVED_BY_RULE]: _, ...was } = shownOf(definition, rights, row);
  return removed.length > 0 ? { ...was, [REMOVED_BY_RULE]: removed } : was;
}
