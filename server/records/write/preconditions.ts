import type { Definition } from '../../definitions/define-collection.ts';
import { AppError } from '../../errors.ts';
import type { Use } from '../rights.ts';
import type { Row } from '../row.ts';
import { reachableRows } from '../rows/reachable-rows.ts';
import type { WriteReads } from '../rows/write-context.ts';

/** What must hold for a row to be written. */
export interface Preconditions {
  /**
   * What the actor must be allowed to do with the row. Rows the actor cannot reach are reported as not found. A write that
   * would move a row out of reach is rejected, read rules excepted.
   */
  readonly uses: readonly Use[];
  /** The languages that a replacement of the row replaces; the default one if left out. */
  readonly locales?: readonly string[] | undefined;
  /** Throws if the row is not in the state that the writer expects. */
  readonly expect?: (row: Row) => void;
  /**
   * For a deletion that must not fail: rows whose references forbid it stay, and keep a reference to a row that nobody sees.
   */
  readonly isForced?: true;
}

/** The row to write. Throws if a precondition fails. */
export async function rowMeeting(
  writes: WriteReads,
  definition: Definition,
  id: bigint,
  { uses, expect }: Preconditions,
): Promise<Row> {
  const found = await writes.find(definition, id);
  const [row] = found ? await reachableRows(writes, definition, [found], uses) : [];
  if (!row) throw new AppError('recordNotFound');
  expect?.(row);
  return row;
}
