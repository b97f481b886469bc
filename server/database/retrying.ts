import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { type Message, message } from '../messages/message.ts';

/**
 * Why the database serves nothing now on a connection, which is not used again:
 * - `lost`: the connection is gone, or the server ends it;
 * - `noQuorum`: the server is a node without the majority of its cluster, or has not caught up with it yet;
 * - `readOnly`: the server takes no writes, for example as a replica;
 * - `full`: it has no space left;
 * - `crowded`: it has no connection or memory left.
 */
export type Outage = 'lost' | 'noQuorum' | 'readOnly' | 'full' | 'crowded';

/**
 * Why the database refused work that may succeed when it is run again:
 * - an outage;
 * - `conflict`: a deadlock or a serialization failure, so the engine rolled the transaction back;
 * - `duplicate`: a unique index refused a row that another transaction had just written;
 * - `taken`: the work itself found such a row, which a second run may find before it decides;
 * - `slow`: a statement, a lock or a free connection took longer than allowed.
 */
export type TransientError = Outage | 'conflict' | 'duplicate' | 'taken' | 'slow';

/** What clients and operators are told of it. */
const reasons: Readonly<Record<Outage | 'slow', Message>> = {
  lost: message('databaseAway'),
  noQuorum: message('databaseNoQuorum'),
  readOnly: message('databaseReadOnly'),
  full: message('databaseFull'),
  crowded: message('databaseCrowded'),
  slow: message('databaseSlow'),
};

/** Whether the database serves nothing more on this connection. */
export function isOutage(kind: TransientError | undefined): kind is Outage {
  return kind !== undefined && kind !== 'slow' && kind in reasons;
}

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
  noQuorum: 2,
  readOnly: 2,
  full: 2,
  crowded: 10, // a connection that is open may become free soon
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
      if (run >= MAX_RUNS[kind])
        throw kind === 'duplicate' || kind === 'taken' ? error : unavailable(error, reasonOf(kind));
      await wait(Math.random() * Math.min(2 ** run, LONGEST_PAUSE_MS));
    }
  }
}

function errorOfWork(error: unknown): TransientError | undefined {
  if (error instanceof RetryTransaction) return 'conflict';
  return error instanceof AppError && error.key === 'duplicate' ? 'taken' : undefined;
}

/** Why the database cannot serve a request, in words; undefined where it is only busy. */
export function reasonOf(kind: TransientError): Message | undefined {
  return isOutage(kind) || kind === 'slow' ? reasons[kind] : undefined;
}

/** The error that asks the client to come back, because the database cannot answer now. */
export function unavailable(cause: unknown, why?: Message): AppError {
  return new AppError('unavailable', {
    headers: { 'retry-after': '1' },
    cause,
    ...(why && { detail: why }),
  });
}

/** The error of a commit that may have taken effect: sending the request again may do the work twice. */
export function outcomeUnknown(cause: unknown): AppError {
  return new AppError('outcomeUnknown', { cause });
}
