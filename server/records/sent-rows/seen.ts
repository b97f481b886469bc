import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import type { Raw } from '../../database/engine.ts';
import { fromOwnJson, toJson } from '../../shared/json.ts';
import type { OwnNames } from './own-names.ts';
import type { SourceRow } from './source-row.ts';

type Found = ReturnType<StatementSync['get']>;

/** What a row that is written again weighs beside its characters. */
const PER_ROW = 500;

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
  /** The rows of earlier batches that the current one needs. */
  readonly #counted = new Set<number>();

  constructor(names?: OwnNames) {
    this.#names = names;
    this.#database.exec(`
      pragma journal_mode = off;
      create table seen (what text primary key) without rowid;
      create table named (place integer primary key, name text unique, text text, above text, size integer)`);
    this.#find = this.#database.prepare('select 1 from seen where what = ?');
    this.#add = this.#database.prepare('insert or ignore into seen values (?)');
    this.#findRow = this.#database.prepare('select place, text, above, size from named where name = ?');
    this.#addRow = this.#database.prepare(
      'insert or replace into named (name, text, above, size) values (?, ?, ?, ?)',
    );
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
    const names = this.#names;
    for (const row of names ? this.#rows : []) {
      const kept = names ? this.#forOthers(names, row) : row;
      const above = (names?.tree !== undefined && names.meantBy(kept, names.tree)[0]) || null;
      for (const name of names?.of(row) ?? []) this.#addRow.run(name, toJson(kept), above, row.size);
    }
    this.#counted.clear();
    this.begin();
  }

  /** How much has to be written again because of a row of the current batch, and not because of one before it. */
  weightOf(row: SourceRow): number {
    let weight = 0;
    for (const named of this.#names?.meantBy(row) ?? []) {
      let known = this.#findRow.get(named);
      while (known && !this.#counted.has(Number(known.place))) {
        this.#counted.add(Number(known.place));
        weight += Number(known.size) + PER_ROW;
        known = known.above === null ? undefined : this.#findRow.get(String(known.above));
      }
    }
    return weight;
  }

  /**
   * What is written of a row again because others name it. Of its references to its own collection it keeps the parent in the tree.
   * A required one leads to a row that is stored, others are left out: they could lead on through the whole file.
   */
  #forOthers({ fields, tree, required, meantBy }: OwnNames, row: SourceRow): SourceRow {
    const values: Raw = { ...row.values };
    for (const field of fields) {
      if (field === tree) continue;
      const [name] = meantBy(row, field);
      const known = name === undefined ? undefined : this.#findRow.get(name);
      if (!required.includes(field)) delete values[field];
      else if (known) values[field] = fromOwnJson<SourceRow>(String(known.text)).values[field];
    }
    return { ...row, values };
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
        const known: Found = this.#findRow.get(name);
        if (!known || places.has(Number(known.place))) break;
        places.add(Number(known.place));
        const row: SourceRow = fromOwnJson<SourceRow>(String(known.text));
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
