import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from './engine.ts';
import { unavailable } from './retrying.ts';

type Work<T> = (connection: Connection) => Promise<T>;

interface Job {
  readonly run: () => Promise<void>;
  readonly settle: (commitFailure?: unknown) => void;
}

const MAX_JOBS_A_COMMIT = 256;
const LOCK_PATIENCE_MS = 10_000;

/**
 * The writing connection's queue. Writes that arrive in one turn of the event loop share one commit, and so one wait for
 * the disk; each has a savepoint of its own, so what one throws undoes that one alone. Nobody is answered before the commit.
 */
export class CommitQueue {
  readonly #database: DatabaseSync;
  readonly #connection: Connection;
  readonly #waiting: Job[] = [];
  #draining: Promise<void> | undefined;

  constructor(database: DatabaseSync, connection: Connection) {
    this.#database = database;
    this.#connection = connection;
  }

  add<T>(work: Work<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let outcome: { value: T } | undefined;
    this.#waiting.push({
      run: async () => {
        try {
          outcome = { value: await this.#inSavepoint(work) };
        } catch (error) {
          reject(told(error));
          if (!this.#database.isTransaction) throw error; // the engine itself gave up on the whole transaction
        }
      },
      settle: (commitFailure) =>
        commitFailure === undefined && outcome ? resolve(outcome.value) : reject(commitFailure),
    });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Resolves when everything that was added has been settled. */
  async end(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const jobs = this.#waiting.splice(0, MAX_JOBS_A_COMMIT);
      const failure = await this.#commit(jobs).then(
        () => undefined,
        (error: unknown) => told(error ?? new Error('commit failed')),
      );
      for (const job of jobs) job.settle(failure);
    }
    this.#draining = undefined;
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    await this.#begin();
    try {
      for (const job of jobs) await job.run();
      this.#database.exec('commit');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
  }

  async #inSavepoint<T>(work: Work<T>): Promise<T> {
    this.#database.exec('savepoint job');
    try {
      const value = await work(this.#connection);
      this.#database.exec('release job');
      return value;
    } catch (error) {
      if (this.#database.isTransaction) {
        await this.#connection.command('rollback to job');
        this.#database.exec('release job');
      }
      throw error;
    }
  }

  /** Takes the file's write lock. Another process may hold it; waiting for it must not hold up the event loop. */
  async #begin(): Promise<void> {
    const deadline = Date.now() + LOCK_PATIENCE_MS;
    for (;;) {
      try {
        return this.#database.exec('begin immediate');
      } catch (cause) {
        if (!/database is locked/.test(String(cause))) throw cause;
        if (Date.now() > deadline) throw unavailable(cause);
        await wait(5);
      }
    }
  }
}

/** The file cannot be written: SQLITE_READONLY, _IOERR, _FULL, _CANTOPEN (sqlite.org/rescode.html). */
const FILE_TROUBLES: ReadonlySet<number> = new Set([8, 10, 13, 14]);

/** A disk that is full or broken is no fault of what was asked. */
function told(error: unknown): unknown {
  const { errcode = 0 } = error as { errcode?: number };
  return FILE_TROUBLES.has(errcode & 255) ? unavailable(error) : error;
}
