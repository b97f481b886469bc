import { AppError, isRefusal } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** Why a row cannot be written, by field in `error.problems`. */
export interface RowRefusal {
  /** The row's position among those that were sent, from 0. */
  readonly index: number;
  readonly error: AppError;
}

/** Thrown if any of many rows cannot be written; then none is. Names each such row, in the order in which they were sent. */
export class RowsRefused extends AppError {
  readonly rows: readonly RowRefusal[];

  constructor(rows: readonly RowRefusal[]) {
    super('rowsRefused', { detail: message('rowCount', { count: rows.length }) });
    this.rows = rows.toSorted((one, other) => one.index - other.index);
  }

  override withPaths(pathOf: (path: string) => string): RowsRefused {
    return new RowsRefused(this.rows.map(({ index, error }) => ({ index, error: error.withPaths(pathOf) })));
  }
}

/** Collects the reasons why rows are refused, so that all can be reported at once. */
export class Refusals {
  readonly #rows: RowRefusal[] = [];

  /** Notes the error of a row, or those of the rows from `index` on. Rethrows errors that the input did not cause. */
  note(index: number, error: unknown): void {
    if (error instanceof RowsRefused)
      for (const row of error.rows) this.#rows.push({ index: index + row.index, error: row.error });
    else if (isRefusal(error)) this.#rows.push({ index, error });
    else throw error;
  }

  throwAny(): void {
    if (this.#rows.length > 0) throw new RowsRefused(this.#rows);
  }
}

/** For callers that create one row: throws that row's own error. */
export function throwFirst(error: unknown): never {
  throw error instanceof RowsRefused ? (error.rows[0]?.error ?? error) : error;
}
