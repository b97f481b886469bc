import { DatabaseSync, type StatementSync } from 'node:sqlite';

/**
 * What a dry run has met: of each batch nothing is kept, so that it cannot be found among the rows. In a nameless database
 * that SQLite keeps on disk as far as it grows, so that no file is too long.
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
