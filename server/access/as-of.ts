import type { Definition } from '../definitions/define-record.ts';
import { AppError } from '../errors.ts';
import { type AsOfPage, type AsOfRequest, listAsOf, rowAsOf } from '../records/as-of.ts';
import type { Row } from '../records/row.ts';
import { shownOf } from '../records/shown.ts';
import type { Door } from './door.ts';

/** One row as it was at a time; throws where it was not there, or is not the caller's. */
export async function getAsOf(door: Door, definition: Definition, id: bigint, time: number): Promise<Row> {
  const { rows, rights, reads } = await door.reach(definition, 'read', 'history');
  const row = await rowAsOf(reads, definition, id, time, rows);
  if (!row) throw new AppError('recordNotFound');
  return shownOf(definition, rights, row);
}

/** The rows that were there at a time, as far as the caller may see them. */
export async function pageAsOf(door: Door, definition: Definition, request: AsOfRequest): Promise<AsOfPage> {
  const { rows, rights, longReads } = await door.reach(definition, 'read', 'history');
  const { items, next } = await listAsOf(longReads, definition, request, rows);
  return { items: items.map((row) => shownOf(definition, rights, row)), next };
}
