import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import { fromOwnJson, toJson } from '../../shared/json.ts';
import { type OwnNames, withoutOthers } from './source/own-names.ts';
import type { SourceRow } from './source/source-row.ts';

/**
 * The unique values and names that a dry run has met, which are in no table because it stores no rows. A temporary SQLite
 * database spills to disk as it grows, so files of any length fit.
 */
export class Seen {
  readonly #names: OwnNames | undefined;
  readonly #database = new DatabaseSync('');
  readonly #find: StatementSync;
  readonly #add: StatementSync;
  readonly #findRow: StatementSync;
  readonly #addRow: StatementSync;
  /** The values of the current batch, which may be tried again after a conflict with other writes. */
  #met: string[] = [];
  #rows: SourceRow[] = [];

  constructor(names?: OwnNames) {
    this.#names = names;
    this.#database.exec(`
      pragma journal_mode = off;
      create table seen (what text primary key) without rowid;
      create table named (place integer primary key, name text unique, text text)`);
    this.#find = this.#database.prepare('select 1 from seen where what = ?');
    this.#add = this.#database.prepare('insert or ignore into seen values (?)');
    this.#findRow = this.#database.prepare('select place, text from named where name = ?');
    this.#addRow = this.#database.prepare('insert or replace into named (name, text) values (?, ?)');
  }

  /** Begins to try a batch. */
  begin(): void {
    this.#met = [];
    this.#rows = [];
  }

  /** Whether an earlier batch held this. */
  has(what: string): boolean {
    return this.#find.get(what) !== undefined;
  }

  add(what: string): void {
    this.#met.push(what);
  }

  /** Notes a row that was accepted. */
  addRow(row: SourceRow): void {
    if (this.#names) this.#rows.push({ line: row.line, size: row.size, values: row.named ?? row.values });
  }

  /** Keeps the values of the current batch. */
  settle(): void {
    for (const what of this.#met) this.#add.run(what);
    for (const row of this.#rows)
      for (const name of this.#names?.of(row) ?? []) this.#addRow.run(name, toJson(row));
    this.begin();
  }

  /** The rows of earlier batches that these name, each after the rows above it in its tree. */
  rowsNamedBy(rows: readonly SourceRow[]): SourceRow[] {
    const names = this.#names;
    if (!names) return [];
    const places = new Set<number>();
    const found: SourceRow[] = [];
    for (const named of rows.flatMap((row) => names.meantBy(row))) {
      const path: SourceRow[] = [];
      let name: string | undefined = named;
      while (name !== undefined && path.length <= MAX_TREE_LEVELS) {
        const known = this.#findRow.get(name);
        if (!known || places.has(Number(known.place))) break;
        places.add(Number(known.place));
        // Its other references do not matter here. They could lead on through the whole file.
        const row = withoutOthers(names, fromOwnJson<SourceRow>(String(known.text)), names.tree);
        path.push(row);
        name = names.tree === undefined ? undefined : names.meantBy(row, names.tree)[0];
      }
      for (const row of path.reverse()) found.push(row);
    }
    return found;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
