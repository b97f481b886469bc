import { type Column, declaredColumn } from '../../contract/column.ts';
import { type Definition, storedColumns } from '../definitions/for-server.ts';

/** What an engine can store in a table, and in a row of it. */
export interface RowBounds {
  /** The most columns of a table. */
  readonly columns: number;
  /**
   * The most bytes of a row in its page, if it may not be spread over several, and the most that a filled text takes of them: long
   * ones are kept elsewhere.
   */
  readonly page?: { readonly bytes: number; readonly text: number };
  /** What the columns of a table may take together, if the engine refuses tables whose rows might take more. */
  readonly declared?: readonly DeclaredBound[];
}

/** A bound of a table; columns are counted with what they take at least, so nothing is refused that the engine takes. */
export interface DeclaredBound {
  readonly bytes: number;
  readonly of: (column: Column) => number;
  /** How columns count, for the person who has to change them. */
  readonly counting: string;
}

/** What engines keep of each row, and of each column, beside the values; no engine keeps more. */
const HEADER = 64;
const LENGTH = 2;

/** Whether rows of a collection may be larger than the engine can store. */
export function mayOutgrow(
  { page }: RowBounds,
  definition: Pick<Definition, 'columns' | 'sortKeys'>,
): boolean {
  if (!page) return false;
  const bytes = Object.values(storedColumns(definition)).reduce(
    (sum, column) => sum + mostBytes(column, page.text) + LENGTH,
    HEADER,
  );
  return bytes > page.bytes;
}

/** The texts that a row can certainly hold, if all of them are long. */
export function textsThatFit({ page }: RowBounds): number | undefined {
  return page && Math.floor((page.bytes - HEADER) / (page.text + LENGTH));
}

function mostBytes(described: Column, text: number): number {
  const column = declaredColumn(described);
  switch (column.type) {
    case 'string':
      return Math.min(text, 4 * column.length + 2);
    case 'text':
    case 'json':
    case 'ids':
      return text;
    default:
      return 8;
  }
}
