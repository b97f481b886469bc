import { constants, type DatabaseSync, type Session } from 'node:sqlite';
import { rolledBack } from '../../shared/rolled-back.ts';
import type { Connection, Raw } from '../engine.ts';
import type { Statement } from '../statement.ts';

type Transact = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** How long a trial holds the lock at a time. */
const SLICE_MS = 50;

/**
 * Does work whose writes are never kept. SQLite lets one transaction write at a time, so a trial holds the lock for a moment,
 * keeps its writes as a changeset (sqlite.org/sessionintro.html), rolls back, lets others write, and goes on from there. What
 * others write meanwhile is seen afterwards, except in rows that the trial wrote itself.
 */
export async function tryOut<T>(
  database: DatabaseSync,
  transact: Transact,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const trial = new Trial(database);
  const outcome = work(trial).finally(() => trial.end());
  outcome.catch(() => {}); // thrown below
  try {
    while (await trial.hasMore())
      await rolledBack(transact, (connection: Connection) => trial.slice(connection));
  } catch (error) {
    trial.fail(error);
    throw error;
  }
  return outcome;
}

/** A savepoint that the trial has opened, the transaction itself being the first; and what is written behind it. */
interface Level {
  readonly name: string;
  readonly session?: Session;
  readonly kept?: Uint8Array;
}

/** The connection of a trial. Between two slices, its statements wait. */
class Trial implements Connection {
  readonly #database: DatabaseSync;
  readonly #isLeftOut: (table: string) => boolean;
  #levels: Level[] = [{ name: '' }];
  #connection: Connection | undefined;
  #until = 0;
  #hasEnded = false;
  #paused = Promise.withResolvers<void>();
  #resumed = Promise.withResolvers<void>();
  /** Resolves once a statement waits, or the work is done. */
  #asked = Promise.withResolvers<void>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#isLeftOut = shadowTablesOf(database);
  }

  /** Whether a statement waits; false once the work is done. */
  async hasMore(): Promise<boolean> {
    await this.#asked.promise;
    return !this.#hasEnded;
  }

  /** Goes on until the slice is over or the work is done. */
  async slice(connection: Connection): Promise<void> {
    const begun = performance.now();
    await this.#restore(connection);
    const now = performance.now();
    const ms = Math.max(SLICE_MS, now - begun); // so at least half of all time is work
    this.#until = now + ms;
    const timer = setTimeout(() => this.#pause(), ms); // work may wait for something else
    this.#paused = Promise.withResolvers();
    this.#asked = Promise.withResolvers();
    this.#connection = connection;
    this.#resumed.resolve();
    await this.#paused.promise;
    clearTimeout(timer);
    await this.#keep(connection);
  }

  /** The work is done. */
  end(): void {
    this.#hasEnded = true;
    this.#asked.resolve();
    this.#pause();
  }

  /** Nothing more can be done: what waits fails. */
  fail(reason: unknown): void {
    this.#resumed.promise.catch(() => {}); // nothing may be waiting
    this.#resumed.reject(reason);
  }

  all(statement: Statement): Raw[] | Promise<Raw[]> {
    const connection = this.#active();
    return connection
      ? (connection.all(statement) as Raw[]) // SQLite answers at once
      : this.#resumption().then((resumed) => resumed.all(statement));
  }

  async run(statement: Statement): Promise<number> {
    return (this.#active() ?? (await this.#resumption())).run(statement);
  }

  async insert(statement: Statement): Promise<bigint[]> {
    return (this.#active() ?? (await this.#resumption())).insert(statement);
  }

  async command(sql: string): Promise<void> {
    const connection = this.#active() ?? (await this.#resumption());
    await connection.command(sql);
    const [, verb, name = ''] = /^(savepoint|release savepoint|rollback to savepoint) (\w+)$/.exec(sql) ?? [];
    if (verb === 'savepoint') this.#levels.push({ name, session: this.#database.createSession() });
    else if (verb) this.#leave(name);
    if (verb === 'rollback to savepoint') await connection.command(`release savepoint ${name}`); // going back leaves it open
  }

  /** Ends a savepoint, and those that were opened in it. */
  #leave(name: string): void {
    const at = this.#levels.findLastIndex((level) => level.name === name);
    for (const { session } of this.#levels.splice(at)) session?.close();
  }

  #active(): Connection | undefined {
    if (this.#connection && performance.now() > this.#until) this.#pause();
    return this.#connection;
  }

  /** Statements run on this thread, so none is running. */
  #pause(): void {
    if (this.#connection) this.#resumed = Promise.withResolvers();
    this.#connection = undefined;
    this.#paused.resolve();
  }

  async #resumption(): Promise<Connection> {
    for (;;) {
      this.#asked.resolve();
      await this.#resumed.promise;
      const connection = this.#active();
      if (connection) return connection;
    }
  }

  async #restore(connection: Connection): Promise<void> {
    const restored: Level[] = [];
    for (const { name, kept } of this.#levels) {
      if (restored.length > 0) await connection.command(`savepoint ${name}`);
      restored.push({ name, session: this.#database.createSession() });
      if (kept) this.#apply(kept);
    }
    this.#levels = restored;
  }

  /** What a session has seen is read from the last level to the first, while nothing behind it is left. */
  async #keep(connection: Connection): Promise<void> {
    const kept: Level[] = [];
    for (const { name, session } of this.#levels.toReversed()) {
      kept.unshift({ name, ...(session && !this.#hasEnded && { kept: session.changeset() }) });
      session?.close();
      if (name !== '' && !this.#hasEnded) await connection.command(`rollback to ${name}`);
    }
    this.#levels = kept;
  }

  /** A row that others have changed meanwhile stays as the trial wrote it; one that they made impossible is left out. */
  #apply(changes: Uint8Array): void {
    const { SQLITE_CHANGESET_DATA, SQLITE_CHANGESET_REPLACE, SQLITE_CHANGESET_OMIT } = constants;
    this.#database.applyChangeset(changes, {
      filter: (table) => !this.#isLeftOut(table),
      onConflict: (kind) =>
        kind === SQLITE_CHANGESET_DATA ? SQLITE_CHANGESET_REPLACE : SQLITE_CHANGESET_OMIT,
    });
  }
}

/** The tables behind search indexes, which nobody but the index may write. A trial does not search for what it wrote. */
function shadowTablesOf(database: DatabaseSync): (table: string) => boolean {
  const rows = database.prepare("select name from pragma_table_list where type = 'shadow'").all();
  const names = new Set(rows.map(({ name }) => name));
  return (table) => names.has(table);
}
