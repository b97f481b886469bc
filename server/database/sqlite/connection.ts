import type { DatabaseSync, SQLInputValue, StatementResultingChanges, StatementSync } from 'node:sqlite';
import { compiledWhenUsed } from '../compiled-row.ts';
import type { Connection, Raw, TextChunk, TextForm } from '../engine.ts';
import { writeChunk } from '../row-text.ts';
import type { Statement } from '../statement.ts';
import type { CommitChanges, Writes } from './commit-changes.ts';
import { undoKeepingIds } from './ids.ts';
import { prepare } from './prepare.ts';
import type { TurnSnapshot } from './turn-snapshot.ts';

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
