import type { Use } from '../rights.ts';
import type { Row } from '../row.ts';

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
}
