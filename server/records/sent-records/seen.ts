import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { MAX_TREE_LEVELS } from '../../../contract/limits.ts';
import type { Raw } from '../../database/engine.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson } from '../../shared/json.ts';
import type { OwnNames } from './own-names.ts';
import type { SourceRecord } from './source-record.ts';

type SeenRow = ReturnType<StatementSync['get']>;

/** What a record that is written again weighs beside its characters. */
const PER_RECORD = 500;

/**
 * The unique values and names that a dry run has met, which are in no table because it stores no records. A temporary SQLite
 * database spills to disk as it grows, so files of any length fit.
 */
export class Seen {
  readonly #names: OwnNames | undefined;
  readonly #database = new DatabaseSync('');
  readonly #find: StatementSync;
  readonly #add: StatementSync;
  readonly #findRecord: StatementSync;
  readonly #addRecord: StatementSync;
  /** The values of the current batch, which may be tried again after a conflict with other writes. */
  #met: string[] = [];
  #records: SourceRecord[] = [];
  /** The records of earlier batches that the current one needs. */
  readonly #counted = new Set<number>();

  constructor(names?: OwnNames) {
    this.#names = names;
    this.#database.exec(`
      pragma journal_mode = off;
      create table seen (what text primary key) without rowid;
      create table named (place integer primary key, name text unique, text text, above text, size integer)`);
    this.#find = this.#database.prepare('select 1 from seen where what = ?');
    this.#add = this.#database.prepare('insert or ignore into seen values (?)');
    this.#findRecord = this.#database.prepare('select place, text, above, size from named where name = ?');
    this.#addRecord = this.#database.prepare(
      'insert or replace into named (name, text, above, size) values (?, ?, ?, ?)',
    );
  }

  /** Begins to try a batch. */
  begin(): void {
    this.#met = [];
    this.#records = [];
  }

  /** Whether an earlier batch held this. */
  has(what: string): boolean {
    return this.#find.get(what) !== undefined;
  }

  add(what: string): void {
    this.#met.push(what);
  }

  /** Notes a record that was accepted. */
  addRecord(record: SourceRecord): void {
    if (this.#names)
      this.#records.push({ line: record.line, size: record.size, values: record.named ?? record.values });
  }

  /** Keeps the values of the current batch. */
  settle(): void {
    for (const what of this.#met) this.#add.run(what);
    const names = this.#names;
    for (const record of names ? this.#records : []) {
      const kept = names ? this.#forOthers(names, record) : record;
      const above = (names?.tree !== undefined && names.meantBy(kept, names.tree)[0]) || null;
      for (const name of names?.of(record) ?? []) this.#addRecord.run(name, toJson(kept), above, record.size);
    }
    this.#counted.clear();
    this.begin();
  }

  /** How much has to be written again because of a record of the current batch, and not because of one before it. */
  weightOf(record: SourceRecord): number {
    let weight = 0;
    for (const named of this.#names?.meantBy(record) ?? []) {
      let known = this.#findRecord.get(named);
      while (known && !this.#counted.has(Number(known.place))) {
        this.#counted.add(Number(known.place));
        weight += Number(known.size) + PER_RECORD;
        known = known.above === null ? undefined : this.#findRecord.get(String(known.above));
      }
    }
    return weight;
  }

  /**
   * What is written of a record again because others name it. Of its references to its own collection it keeps the parent in the tree.
   * A required one leads to a record that is stored, others are left out: they could lead on through the whole file.
   */
  #forOthers({ fields, tree, required, meantBy }: OwnNames, record: SourceRecord): SourceRecord {
    const values: Raw = { ...record.values };
    for (const field of fields) {
      if (field === tree) continue;
      const [name] = meantBy(record, field);
      const known = name === undefined ? undefined : this.#findRecord.get(name);
      if (!required.includes(field)) delete values[field];
      else if (known) values[field] = fromOwnJson<SourceRecord>(String(known.text)).values[field];
    }
    return { ...record, values };
  }

  /** The records of earlier batches that these name, each after the records above it in its tree. */
  recordsNamedBy(records: readonly SourceRecord[]): SourceRecord[] {
    const names = this.#names;
    if (!names) return [];
    const places = new Set<number>();
    const found: SourceRecord[] = [];
    for (const named of records.flatMap((record) => names.meantBy(record))) {
      const path: SourceRecord[] = [];
      let name: string | undefined = named;
      while (name !== undefined && path.length <= MAX_TREE_LEVELS) {
        const known: SeenRow = this.#findRecord.get(name);
        if (!known || places.has(Number(known.place))) break;
        places.add(Number(known.place));
        const record: SourceRecord = fromOwnJson<SourceRecord>(String(known.text));
        path.push(record);
        name = names.tree === undefined ? undefined : names.meantBy(record, names.tree)[0];
      }
      for (const record of path.reverse()) found.push(record);
    }
    return found;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
