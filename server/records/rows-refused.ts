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

  constructor(refused: ReadonlyMap<number, AppError>) {
    super('rowsRefused', { detail: `${refused.size} 条` });
    this.rows = [...refused].map(([index, error]) => ({ index, error })).sort((a, b) => a.index - b.index);
  }
}
