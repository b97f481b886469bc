import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Connection, Portion, Raw, TextForm } from './engine.ts';
import { writePortion } from './row-text.ts';
import { undoKeepingIds } from './sqlite-ids.ts';
import type { Statement } from './statement.ts';

const MAX_PREPARED = 500;

/** One connection to the file, its statements kept prepared. What it is asked runs at once, on the thread that asks. */
export class SqliteConnection implements Connection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async all({ sql, parameters }: Statement): Promise<Raw[]> {
    const { statement, names } = this.#prepare(sql);
    const rows = statement.all(...toSqlite(parameters)) as unknown as unknown[][];
    return rows.map((values) => toRaw(names, values));
  }

  /** Reads no more rows than the portion takes. */
  text({ sql, parameters }: Statement, form: TextForm): Portion {
    const { statement, names } = this.#prepare(sql);
    const rows = statement.iterate(...toSqlite(parameters)) as unknown as Iterable<unknown[]>;
    return writePortion(
      Iterator.from(rows).map((values) => toRaw(names, values)),
      form,
    );
  }

  async run({ sql, parameters }: Statement): Promise<number> {
    return Number(this.#prepare(sql).statement.run(...toSqlite(parameters)).changes);
  }

  /** Nobody else writes meanwhile, so the ids of one statement follow one another. */
  async insert({ sql, parameters }: Statement): Promise<bigint[]> {
    const { changes, lastInsertRowid } = this.#prepare(sql).statement.run(...toSqlite(parameters));
    const [count, last] = [Number(changes), BigInt(lastInsertRowid)];
    return Array.from({ length: count }, (_, index) => last - BigInt(count - 1 - index));
  }

  async command(sql: string): Promise<void> {
    const run = () => this.#database.exec(sql);
    if (sql.startsWith('rollback to ')) undoKeepingIds(this.#database, run);
    else run();
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true); // objects that node:sqlite makes cost half as much again
    const prepared = { statement, names: statement.columns().map(({ name }) => name) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

interface Prepared {
  readonly statement: StatementSync;
  /** The columns of the answer. */
  readonly names: readonly string[];
}

function toRaw(names: readonly string[], values: readonly unknown[]): Raw {
  const raw: Raw = {};
  for (let index = 0; index < names.length; index += 1) raw[names[index] as string] = values[index];
  return raw;
}

function toSqlite(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)));
}
