import { AppError, isRefusal } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** Why a record cannot be written, by field in `error.problems`. */
export interface RecordRefusal {
  /** The record's position among those that were sent, from 0. */
  readonly index: number;
  readonly error: AppError;
}

/** Thrown if any of many records cannot be written; then none is. Names each such record, in the order in which they were sent. */
export class RecordsRefused extends AppError {
  readonly records: readonly RecordRefusal[];

  constructor(records: readonly RecordRefusal[]) {
    super('recordsRefused', { detail: message('recordCount', { count: records.length }) });
    this.records = records.toSorted((one, other) => one.index - other.index);
  }

  override withPaths(pathOf: (path: string) => string): RecordsRefused {
    return new RecordsRefused(
      this.records.map(({ index, error }) => ({ index, error: error.withPaths(pathOf) })),
    );
  }
}

/** Collects the reasons why records are refused, so that all can be reported at once. */
export class Refusals {
  readonly #records: RecordRefusal[] = [];

  /** Notes the error of a record, or those of the records from `index` on. Rethrows errors that the input did not cause. */
  note(index: number, error: unknown): void {
    if (error instanceof RecordsRefused)
      for (const record of error.records)
        this.#records.push({ index: index + record.index, error: record.error });
    else if (isRefusal(error)) this.#records.push({ index, error });
    else throw error;
  }

  throwAny(): void {
    if (this.#records.length > 0) throw new RecordsRefused(this.#records);
  }
}

/** For callers that create one record: throws that record's own error. */
export function throwFirst(error: unknown): never {
  throw error instanceof RecordsRefused ? (error.records[0]?.error ?? error) : error;
}
