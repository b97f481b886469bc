import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/**
 * Why the database refused work that may succeed when it is run again:
 * - `lost`: the connection is gone, or the server cannot serve anything now;
 * - `conflict`: a deadlock or a serialization failure, so the engine rolled the transaction back;
 * - `duplicate`: a unique index refused a row that another transaction had just written;
 * - `taken`: the work itself found such a row, which a second run may find before it decides;
 * - `slow`: a statement, a lock or a free connection took longer than allowed.
 */
export type TransientError = 'lost' | 'conflict' | 'duplicate' | 'taken' | 'slow';

/** Thrown by work whose reads another transaction has invalidated; the work runs again from its beginning. */
export class RetryTransaction extends Error {}

/** Rethrows a duplicate as RetryTransaction: on its second run, the work finds the row that another transaction wrote first. */
export function retryOnDuplicate(error: unknown): never {
  throw error instanceof AppError && error.key === 'duplicate' ? new RetryTransaction() : error;
}

/** Thrown by engines where a connection is gone, or the server no longer answers on it. */
export class ConnectionLost extends Error {}

/** Thrown by engines where no connection of a pool became free in time. */
export class NoConnectionFree extends Error {}

/** How often work is run at most. An idle connection may have been lost unnoticed, so a second one is worth a try. */
const MAX_RUNS: Readonly<Record<TransientError, number>> = {
  conflict: 100,
  duplicate: 10,
  taken: 2,
  lost: 2,
  slow: 1,
};
const LONGEST_PAUSE_MS = 100;

/**
 * Runs work, and runs it again from its beginning after a transient error. Any other error is thrown at once. After the last
 * run a duplicate is thrown as it is, and every other transient error as `unavailable`.
 */
export async function retrying<T>(
  classifyError: (error: unknown) => TransientError | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      const kind = errorOfWork(error) ?? classifyError(error);
      if (kind === undefined) throw error;
      if (run >= MAX_RUNS[kind]) throw kind === 'duplicate' || kind === 'taken' ? error : unavailable(error);
      await wait(Math.random() * Math.min(2 ** run, LONGEST_PAUSE_MS));
    }
  }
}

function errorOfWork(error: unknown): TransientError | undefined {
  if (error instanceof RetryTransaction) return 'conflict';
  return error instanceof AppError && error.key === 'duplicate' ? 'taken' : undefined;
}

/** The error that asks the client to come back, because the database cannot answer now. */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', { headers: { 'retry-after': '1' }, cause });
}
