import { DatabaseError } from 'pg';
import type { RowBounds } from '../row-bounds.ts';

/**
 * A row lies in one page (postgresql.org/docs/current/limits.html). Values of more than 24 bytes may be kept elsewhere, which takes 18
 * bytes (storage-toast.html).
 */
export const rowBounds: RowBounds = { columns: 1600, page: { bytes: 8160, text: 24 } };

/** program_limit_exceeded: of rows, not of entries of an index. */
export function isRowTooLarge(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '54000' && /^row is too big/.test(error.message);
}
