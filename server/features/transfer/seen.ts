import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * The unique values that a dry run has met. It keeps no rows, so the tables cannot tell. A nameless SQLite database spills
 * to disk as it grows, so files of any length fit.
 */
export class Seen {
  readonly #database = new DatabaseSync('');
  readonly #find: StatementSync;
  readonly #add: StatementSync;

  constructor() {
    this.#database.exec('pragma journal_mode = off; create table seen (what text primary key) without rowid');
    this.#find = this.#database.prepare('select 1 from seen where what = ?');
    this.#add = this.#database.prepare('insert or ignore into seen values (?)');
  }

  has(what: string): boolean {
    return this.#find.get(what) !== undefined;
  }

  add(what: string): void {
    this.#add.run(what);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
