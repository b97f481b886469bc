import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { Connection } from '../engine.ts';
import { unavailable } from '../retrying.ts';

type Work<T> = (connection: Connection) => Promise<T>;

interface Job {
  readonly run: () => Promise<void>;
  readonly settle: (commitFailure?: unknown) => void;
}

interface CommitQueueParts {
  readonly database: DatabaseSync;
  readonly connection: Connection;
  /** Called after each commit, before anybody is answered. */
  readonly onCommit: () => void;
  /** Brings what was committed to disk, without blocking the event loop. */
  readonly flush: () => Promise<void>;
}

const MAX_JOBS_A_COMMIT = 256;
const LOCK_WITHIN_MS = 10_000;
/** How long a commit waits for further writes, as long as they keep arriving. */
const GATHER_MS = 2;

/**
 * The queue of the writing connection. Writes that arrive together share one commit, and so one wait for the disk. Each has a
 * savepoint of its own, so an error undoes one write alone. None is answered before the commit is on disk; reads go on meanwhile.
 */
export class CommitQueue {
  readonly #database: DatabaseSync;
  readonly #sql: Frame;
  readonly #connection: Connection;
  readonly #onCommit: () => void;
  readonly #flush: () => Promise<void>;
  readonly #waiting: Job[] = [];
  #draining: Promise<void> | undefined;
  #hasEnded = false;
  /** Why a commit could not be brought to disk. Nobody knows what is there then, so nothing more is written. */
  #broken: unknown;

  constructor({ database, connection, onCommit, flush }: CommitQueueParts) {
    this.#database = database;
    this.#sql = frameOf(database);
    this.#connection = connection;
    this.#onCommit = onCommit;
    this.#flush = flush;
  }

  /** Runs work in a transaction. Rejects with `unavailable` after the end, when the database is closed. */
  add<T>(work: Work<T>): Promise<T> {
    if (this.#hasEnded) return Promise.reject(unavailable('the database is closed'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let outcome: { value: T } | undefined;
    this.#waiting.push({
      run: async () => {
        try {
          outcome = { value: await this.#inSavepoint(work) };
        } catch (error) {
          reject(toClientError(error));
          if (!this.#database.isTransaction) throw error; // the engine has rolled back the whole transaction
        }
      },
      settle: (commitFailure) =>
        commitFailure === undefined && outcome ? resolve(outcome.value) : reject(commitFailure),
    });
    this.#draining ??= this.#drain();
    return promise;
  }

  /** Resolves when every write in the queue is settled; no more are taken then. */
  async end(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
    this.#hasEnded = true;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const jobs = this.#waiting.splice(0, MAX_JOBS_A_COMMIT);
      const failure =
        this.#broken ??
        (await this.#commit(jobs).then(
          () => undefined,
          (error: unknown) => toClientError(error ?? new Error('commit failed')),
        ));
      for (const job of jobs) job.settle(failure);
    }
    this.#draining = undefined;
  }

  /** Waits for a turn of the event loop in which no write arrives: each commit is a wait for the disk. */
  async #gather(): Promise<void> {
    const deadline = performance.now() + GATHER_MS;
    let before = 0;
    while (before < Math.min(this.#waiting.length, MAX_JOBS_A_COMMIT) && performance.now() < deadline) {
      before = this.#waiting.length;
      await nextTurn();
    }
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    await this.#begin();
    try {
      for (const job of jobs) {
        if (isTurnOver()) await freeTurn();
        await job.run();
      }
      this.#sql.commit.run();
      this.#onCommit();
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback');
      throw error;
    }
    await this.#flush().catch((cause: unknown) => {
      this.#broken = unavailable(cause);
      throw this.#broken;
    });
  }

  async #inSavepoint<T>(work: Work<T>): Promise<T> {
    this.#sql.savepoint.run();
    try {
      const value = await work(this.#connection);
      this.#sql.release.run();
      return value;
    } catch (error) {
      if (this.#database.isTransaction) {
        await this.#connection.command('rollback to job');
        this.#sql.release.run();
      }
      throw error;
    }
  }

  /** Takes the file's write lock. While another process holds it, waiting must not block the event loop. */
  async #begin(): Promise<void> {
    const deadline = Date.now() + LOCK_WITHIN_MS;
    for (;;) {
      try {
        this.#sql.begin.run();
        return;
      } catch (cause) {
        if (!isLocked(cause)) throw cause;
        if (Date.now() > deadline) throw unavailable(cause);
        await wait(5);
      }
    }
  }
}

type Frame = ReturnType<typeof frameOf>;

/** What stands around every write, compiled once. */
function frameOf(database: DatabaseSync) {
  return {
    begin: database.prepare('begin immediate'),
    savepoint: database.prepare('savepoint job'),
    release: database.prepare('release job'),
    commit: database.prepare('commit'),
  };
}

/** The file cannot be written: SQLITE_READONLY, _IOERR, _FULL, _CANTOPEN (sqlite.org/rescode.html). */
const FILE_ERRORS: ReadonlySet<number> = new Set([8, 10, 13, 14]);

/** A full or broken disk is not the request's fault: the client may try again. */
function toClientError(error: unknown): unknown {
  const { errcode = 0 } = error as { errcode?: number };
  return FILE_ERRORS.has(errcode & 255) ? unavailable(error) : error;
}

/** Whether another process holds a lock that is needed. */
export function isLocked(cause: unknown): boolean {
  return /database is locked/.test(String(cause));
}
