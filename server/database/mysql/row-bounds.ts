import type { RowBounds } from '../row-bounds.ts';

/**
 * A row of InnoDB takes half a page, of 16 kB by default. Values of more than 40 bytes may be kept elsewhere, which takes less
 * (dev.mysql.com/doc/refman/8.4/en/innodb-row-format.html).
 */
export const rowBounds: RowBounds = { columns: 1017, page: { bytes: 8126, text: 41 } };

/** ER_TOO_BIG_ROWSIZE, and HA_ERR_TO_BIG_ROW of the storage engine within ER_GET_ERRNO. */
export function isRowTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno } = error as { errno?: number };
  return errno === 1118 || (errno === 1030 && /\b139\b/.test(error.message));
}
