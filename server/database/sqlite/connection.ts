import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite';
import type { Connection, Raw, TextChunk, TextForm } from '../engine.ts';
import { writeChunk } from '../row-text.ts';
import type { Statement } from '../statement.ts';
import { compiledWhenUsed } from '../values.ts';
import type { CommitChanges, Writes } from './commit-changes.ts';

const MAX_PREPARED = 500;

/** One connection to the file, which keeps its statements prepared. It runs them at once, on the calling thread. */
export class SqliteConnection implements Connection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();
  readonly #snapshot: TurnSnapshot | undefined;
  readonly #changes: CommitChanges | undefined;

  /** A reading connection has a snapshot for each turn of the event loop, the writing one gathers what it changes. */
  constructor(
    database: DatabaseSync,
    { snapshot, changes }: { readonly snapshot?: TurnSnapshot; readonly changes?: CommitChanges } = {},
  ) {
    this.#database = database;
    this.#snapshot = snapshot;
    this.#changes = changes;
  }

  all({ sql, parameters, enough }: Statement): Raw[] {
    const { statement, toRaw } = this.#prepare(sql);
    this.#snapshot?.open();
    if (enough !== undefined) {
      const rows: unknown = statement.iterate(...toSqlite(parameters));
      return takeUntil(enough, rows as Iterable<unknown[]>).map(toRaw);
    }
    const rows: unknown = statement.all(...toSqlite(parameters)); // arrays, which the types do not say
    return (rows as unknown[][]).map(toRaw);
  }

  /** Reads only the rows of one chunk. */
  text({ sql, parameters }: Statement, form: TextForm): TextChunk {
    const { statement, toRaw } = this.#prepare(sql);
    this.#snapshot?.open();
    const rows: unknown = statement.iterate(...toSqlite(parameters));
    return writeChunk(Iterator.from(rows as Iterable<unknown[]>).map(toRaw), form);
  }

  async run(statement: Statement): Promise<number> {
    return Number(this.#write(statement).changes);
  }

  /** No other connection writes meanwhile, so the ids of one statement are consecutive. */
  async insert(insertion: Statement): Promise<bigint[]> {
    const { changes, lastInsertRowid } = this.#write(insertion);
    const [count, last] = [Number(changes), BigInt(lastInsertRowid)];
    return Array.from({ length: count }, (_, index) => last - BigInt(count - 1 - index));
  }

  async command(sql: string): Promise<void> {
    const run = () => this.#write({ sql, parameters: [] });
    if (sql.startsWith('rollback to ')) undoKeepingIds(this.#database, run);
    else run();
  }

  #write({ sql, parameters, onlyRow }: Statement): StatementResultingChanges {
    const { statement, writes } = this.#prepare(sql);
    const result = statement.run(...toSqlite(parameters));
    this.#changes?.add(writes, onlyRow);
    return result;
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    const { compiled: statement, writes } = this.#compiled(() => prepare(this.#database, sql));
    statement.setReturnArrays(true); // the objects of node:sqlite cost half as much again
    const prepared = { statement, writes, toRaw: rawMaker(statement.columns().map(({ name }) => name)) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  #compiled<T>(compile: () => T): { compiled: T; writes: Writes } {
    return this.#changes?.writesOf(compile) ?? { compiled: compile(), writes: noWrites };
  }
}

const noWrites: Writes = { inserts: [], changes: [] };

interface Prepared {
  readonly statement: StatementSync;
  readonly writes: Writes;
  /** Names the values of a row. */
  readonly toRaw: (values: readonly unknown[]) => Raw;
}

/** The rows up to the one that follows after this many characters of texts. */
function takeUntil(enough: number, rows: Iterable<unknown[]>): unknown[][] {
  const taken: unknown[][] = [];
  let characters = 0;
  for (const values of rows) {
    taken.push(values);
    if (characters > enough) break;
    for (const value of values) if (typeof value === 'string') characters += value.length;
  }
  return taken;
}

function rawMaker(names: readonly string[]): Prepared['toRaw'] {
  const slowly = (values: readonly unknown[]) => {
    const raw: Raw = {};
    for (let index = 0; index < names.length; index += 1) raw[names[index] as string] = values[index];
    return raw;
  };
  return compiledWhenUsed(slowly, () => ({
    members: names.map((name, index) => [name, `given[${index}]`]),
  }));
}

function toSqlite(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)));
}

/**
 * One read transaction for all reads of a turn of the event loop, so that they see one state of the database. A read by itself
 * locks and unlocks the file, which costs more than finding its row. It never outlives its turn, so it holds up no checkpoint.
 */
export class TurnSnapshot {
  readonly #begin: () => unknown;
  readonly #commit: () => unknown;
  #isOpen = false;
  #isScheduled = false;

  constructor(database: DatabaseSync) {
    const [begin, commit] = [prepare(database, 'begin'), prepare(database, 'commit')];
    this.#begin = () => begin.run();
    this.#commit = () => commit.run();
  }

  /** Call it before each read. */
  open(): void {
    if (this.#isOpen) return;
    this.#begin();
    this.#isOpen = true;
    if (!this.#isScheduled) setImmediate(this.#endTurn);
    this.#isScheduled = true;
  }

  /** Call it after a commit of this process, so that the next read sees it. */
  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#commit();
  }

  readonly #endTurn = (): void => {
    this.#isScheduled = false;
    this.close();
  };
}

/**
 * Rolls work back, but not the ids that it took: no later row gets them. Database servers do the same, so rows get the same
 * ids on every engine.
 */
function undoKeepingIds(database: DatabaseSync, undo: () => void): void {
  const taken = lastIds(database);
  undo();
  const left = lastIds(database);
  for (const [table, id] of taken) {
    if (left.get(table) === id || !has(database, table)) continue;
    const change = left.has(table)
      ? 'update sqlite_sequence set seq = :id where name = :table'
      : 'insert into sqlite_sequence (name, seq) values (:table, :id)';
    prepare(database, change).run({ id, table });
  }
}

/** The highest id that each table has assigned. */
function lastIds(database: DatabaseSync): Map<string, bigint> {
  if (!has(database, 'sqlite_sequence')) return new Map(); // made with the first table of ids
  const statement = prepare(database, 'select name, seq from sqlite_sequence');
  return new Map(statement.all().map(({ name, seq }) => [name as string, seq as bigint]));
}

function has(database: DatabaseSync, table: string): boolean {
  return database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined;
}

/**
 * A statement that reads numbers exactly. Running any statement, even `commit`, also reads the last id of the connection,
 * and node:sqlite throws after the statement took effect if a double cannot hold it. The full text index makes such ids
 * early, for what it deletes.
 */
export function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
