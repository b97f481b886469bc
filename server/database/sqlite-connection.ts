import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Connection, Raw } from './engine.ts';
import type { Statement } from './statement.ts';

const MAX_PREPARED = 500;

/** One connection to the file, its statements kept prepared. What it is asked runs at once, on the thread that asks. */
export class SqliteConnection implements Connection {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async all({ sql, parameters }: Statement): Promise<Raw[]> {
    return this.#prepare(sql).all(...toSqlite(parameters));
  }

  async run({ sql, parameters }: Statement): Promise<number> {
    return Number(this.#prepare(sql).run(...toSqlite(parameters)).changes);
  }

  /** Nobody else writes meanwhile, so the ids of one statement follow one another. */
  async insert({ sql, parameters }: Statement): Promise<bigint[]> {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...toSqlite(parameters));
    const [count, last] = [Number(changes), BigInt(lastInsertRowid)];
    return Array.from({ length: count }, (_, index) => last - BigInt(count - 1 - index));
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    if (this.#prepared.size >= MAX_PREPARED) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    statement.setReadBigInts(true);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

function toSqlite(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)));
}
