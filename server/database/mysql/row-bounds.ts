import { type Column, declaredColumn } from '../../../contract/column.ts';
import { MAX_INDEXED_CHARACTERS, MIN_COLUMN_CHARACTERS } from '../../../contract/limits.ts';
import type { DeclaredBound, RowBounds } from '../row-bounds.ts';

const TEXTS: ReadonlySet<Column['type']> = new Set(['string', 'text', 'json', 'ids']);

/** What a column takes of a row at least, of which a text takes this much. */
function bytesOf(column: Column, text: number): number {
  const { type } = declaredColumn(column);
  if (TEXTS.has(type)) return text;
  return type === 'boolean' ? 1 : 8;
}

/** MySQL reference manual, limits on table row size. */
const DECLARED: readonly DeclaredBound[] = [
  {
    bytes: 65_535,
    of(described) {
      const column = declaredColumn(described);
      return column.type === 'string' && column.length <= MAX_INDEXED_CHARACTERS
        ? 4 * Math.max(MIN_COLUMN_CHARACTERS, column.length) + 2
        : bytesOf(column, 11);
    },
    counting: `a text of at most ${MAX_INDEXED_CHARACTERS} characters takes four for each of them, a longer one 11`,
  },
  {
    bytes: 8126,
    of: (column) => bytesOf(column, 21),
    counting: 'each text takes 21 of its page',
  },
];

/**
 * A row of InnoDB takes half a page, of 16 kB by default. Values of more than 40 bytes may be kept elsewhere, which takes less
 * (dev.mysql.com/doc/refman/8.4/en/innodb-row-format.html).
 */
export const rowBounds: RowBounds = { columns: 1017, page: { bytes: 8126, text: 41 }, declared: DECLARED };

/** ER_TOO_BIG_ROWSIZE, and HA_ERR_TO_BIG_ROW of the storage engine within ER_GET_ERRNO. */
export function isRowTooLarge(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errno } = error as { errno?: number };
  return errno === 1118 || (errno === 1030 && /\b139\b/.test(error.message));
}
