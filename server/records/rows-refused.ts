import { AppError } from '../errors.ts';

/** Why a row cannot be written; `error.problems` tells it by field. */
export interface RowRefusal {
  /** The row's place among those that were sent, from 0. */
  readonly index: number;
  readonly error: AppError;
}

/** Thrown where some of many rows cannot be written, so none is. Names each of them, in the order in which they were sent. */
export class RowsRefused extends AppError {
  readonly rows: readonly RowRefusal[];

  constructor(rows: readonly RowRefusal[]) {
    super('rowsRefused', { detail: `${rows.length} 条` });
    this.rows = rows.toSorted((one, other) => one.index - other.index);
  }
}

/** Gathers why rows are refused, so that all of them can be told at once. */
export class Refusals {
  readonly #rows: RowRefusal[] = [];

  /** Notes what was thrown at a row, or at those from it on. What is no fault of theirs is thrown on. */
  note(index: number, error: unknown): void {
    if (error instanceof RowsRefused)
      for (const row of error.rows) this.#rows.push({ index: index + row.index, error: row.error });
    else if (error instanceof AppError && error.status < 500) this.#rows.push({ index, error });
    else throw error;
  }

  throwAny(): void {
    if (this.#rows.length > 0) throw new RowsRefused(this.#rows);
  }
}
