import { statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { message } from '../../messages/message.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import type { Connection, PoolState } from '../engine.ts';
import { type Outage, outcomeUnknown, reasonOf, unavailable } from '../retrying.ts';
import { prepare } from './connection.ts';

type Work<T> = (connection: Connection) => Promise<T>;

interface Job {
  readonly isAlone: boolean;
  readonly run: () => Promise<void>;
  readonly settle: (commitFailure?: unknown) => void;
}

interface CommitQueueParts {
  readonly database: DatabaseSync;
  readonly connection: Connection;
  /** Called after each commit, before its writes are answered. */
  readonly onCommit: () => void;
  /** Whether the file that is written is still the one at its path. */
  readonly isInPlace: () => boolean;
  /** Syncs commits to disk without blocking the event loop. */
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
  readonly #isInPlace: () => boolean;
  readonly #flush: () => Promise<void>;
  readonly #waiting: Job[] = [];
  #draining: Promise<void> | undefined;
  #hasEnded = false;
  /** Why a commit could not be synced to disk. The state on disk is then unknown, so nothing more is written. */
  #broken: unknown;

  constructor({ database, connection, onCommit, isInPlace, flush }: CommitQueueParts) {
    this.#database = database;
    this.#sql = frameOf(database);
    this.#connection = connection;
    this.#onCommit = onCommit;
    this.#isInPlace = isInPlace;
    this.#flush = flush;
  }

  /**
   * Runs work in a transaction. Rejects with `unavailable` after the end, when the database is closed. Work that runs alone
   * may change whole tables, so what it can undo is not kept in memory.
   */
  add<T>(work: Work<T>, isAlone = false): Promise<T> {
    if (this.#hasEnded) return Promise.reject(unavailable('the database is closed'));
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let outcome: { value: T } | undefined;
    this.#waiting.push({
      isAlone,
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

  /** All transactions share one connection. */
  get state(): PoolState {
    const busy = this.#draining === undefined ? 0 : 1;
    return { name: 'transactions', most: 1, open: 1, busy, waiting: this.#waiting.length };
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
    if (!this.#isInPlace()) throw unavailable('the file is gone from its path', message('databaseReplaced'));
    await this.#begin(jobs.some(({ isAlone }) => isAlone));
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
      this.#broken = unavailable(cause, reasonOf('full'));
      throw outcomeUnknown(cause); // the file system may or may not have kept it
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
  async #begin(isAlone: boolean): Promise<void> {
    const deadline = Date.now() + LOCK_WITHIN_MS;
    const begin = () => void this.#sql.begin.run();
    for (;;) {
      try {
        return isAlone ? begin() : restoringFromMemory(this.#database, begin);
      } catch (cause) {
        if (!isLocked(cause)) throw cause;
        if (Date.now() > deadline) throw unavailable(cause, reasonOf('slow'));
        await wait(5);
      }
    }
  }
}

/**
 * Begins a transaction that keeps in memory what its savepoints restore: each changed page as it was. Beyond 64 KB, SQLite
 * would write them to a file, with two system calls a page, some 45 for one row. It chooses when a transaction begins;
 * sorting for a new index chooses later, and still uses files (sqlite.org/pragma.html#pragma_temp_store).
 */
function restoringFromMemory(database: DatabaseSync, begin: () => void): void {
  database.exec('pragma temp_store = memory');
  try {
    begin();
  } finally {
    database.exec('pragma temp_store = default');
  }
}

type Frame = ReturnType<typeof frameOf>;

/** The statements around every write, compiled once. */
function frameOf(database: DatabaseSync) {
  return {
    begin: prepare(database, 'begin immediate'),
    savepoint: prepare(database, 'savepoint job'),
    release: prepare(database, 'release job'),
    commit: prepare(database, 'commit'),
  };
}

/** Why the file cannot be written (sqlite.org/rescode.html). */
const FILE_ERRORS: ReadonlyMap<number, Outage> = new Map([
  [8, 'readOnly'], // SQLITE_READONLY
  [10, 'lost'], // SQLITE_IOERR
  [13, 'full'], // SQLITE_FULL
  [14, 'lost'], // SQLITE_CANTOPEN
]);

/** A full or broken disk is not the request's fault: the client may try again. */
function toClientError(error: unknown): unknown {
  const { errcode = 0 } = error as { errcode?: number };
  const outage = FILE_ERRORS.get(errcode & 255);
  return outage ? unavailable(error, reasonOf(outage)) : error;
}

/**
 * Whether the file at a path is still the one of now. Where it was removed, or replaced by an older backup, an open connection
 * goes on with the former one, and all that it writes is lost when it closes.
 */
export function makeIsInPlace(path: string): () => boolean {
  const read = () => statSync(path, { bigint: true, throwIfNoEntry: false });
  const opened = read();
  return () => {
    const found = read();
    return found?.ino === opened?.ino && found?.dev === opened?.dev;
  };
}

/** Whether another process holds a lock that is needed. */
export function isLocked(cause: unknown): boolean {
  return /database is locked/.test(String(cause));
}

/**
 * The write-ahead log of a database. With synchronous=NORMAL SQLite syncs it before a checkpoint and when it begins anew
 * (sqlite.org/wal.html), so that syncing it after each commit makes that durable.
 */
export class LogFile {
  readonly #path: string;
  #handle: Promise<FileHandle> | undefined;

  constructor(database: string) {
    this.#path = `${database}-wal`;
  }

  /** Resolves once all earlier commits are on disk. Call it only after a commit, which creates the file. */
  async flush(): Promise<void> {
    this.#handle ??= open(this.#path, 'r+'); // SQLite locks other files only, so closing this one releases no lock of it
    await (await this.#handle).datasync();
  }

  async close(): Promise<void> {
    await (await this.#handle)?.close();
  }
}
