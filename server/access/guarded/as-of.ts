import type { Definition } from '../../definitions/define-record.ts';
import { AppError } from '../../errors.ts';
import { type AsOfPage, type AsOfRequest, listAsOf, rowAsOf } from '../../records/past/as-of.ts';
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
  return reading(shownOf(definition, rights, row));
}

/** The rows that existed at a time and that the caller may read. */
export async function pageAsOf(
  door: Door,
  definition: Definition,
  request: AsOfRequest,
): Promise<Reading<AsOfPage>> {
  const { rows, rights, longReads, reading } = await door.reach(definition, 'read', 'history');
  const { items, next } = await listAsOf(longReads, definition, request, rows);
  return reading({ items: items.map((row) => shownOf(definition, rights, row)), next });
}
