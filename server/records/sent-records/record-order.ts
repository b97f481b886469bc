import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Definition } from '../../definitions/define-collection.ts';
import { isRefusal } from '../../errors.ts';
import { toJson } from '../../shared/exact-json.ts';
import { fromOwnJson } from '../../shared/json.ts';
import { freeTurn, isTurnOver } from '../../shared/turn.ts';
import { inEachColumn } from './in-each-column.ts';
import { type OwnNames, ownNamesOf } from './own-names.ts';
import type { SourceRecord } from './source-record.ts';

/** Reads a file from its beginning. */
export type OpenRecords = () => Promise<AsyncIterable<SourceRecord>>;

/**
 * The records of a file, each after those that it names; records that name each other in a circle come last. The order depends only
 * on the file, so a second read gives the same.
 */
export async function* inOrderOfNames(
  definition: Definition,
  open: OpenRecords,
): AsyncGenerator<SourceRecord> {
  const names = ownNamesOf(definition);
  const records = async () => inColumnsOf(definition, await open());
  if (!names) return yield* await records();
  using order = new RecordOrder(names);
  for await (const record of await records()) {
    if (isTurnOver()) await freeTurn();
    if (!order.isScanned && order.missing(record).length > 0) await order.scan(await records());
    yield* order.released(record);
  }
  yield* order.rest();
}

async function* inColumnsOf(
  definition: Definition,
  records: AsyncIterable<SourceRecord>,
): AsyncGenerator<SourceRecord> {
  const inColumns = inEachColumn(definition);
  for await (const record of records) yield inColumns(record);
}

/** The names in a file. A temporary SQLite database spills to disk as it grows, so files of any length fit. */
class RecordOrder {
  /** Whether all names of the file are known. */
  isScanned = false;
  readonly #names: OwnNames;
  readonly #database = new DatabaseSync('');
  readonly #statements = new Map<string, StatementSync>();
  #held = 0;

  constructor(names: OwnNames) {
    this.#names = names;
    this.#database.exec(`
      pragma journal_mode = off;
      create table given (name text primary key) without rowid;
      create table ahead (name text primary key) without rowid;
      create table held (place integer primary key, text text, missing integer);
      create table wanted (name text, place integer, primary key (name, place)) without rowid;
      create table late (name text, place integer, primary key (name, place)) without rowid;
      create table answered (place integer primary key, name text);
      begin`);
  }

  /**
   * The names that a record needs and no earlier record has; once the file is scanned, only those that a later record has. Also its own
   * names that a waiting record has: both may be the same record, which is then written in the order of the file.
   */
  missing(record: SourceRecord): string[] {
    const own = new Set(this.#names.of(record));
    const wanted = new Set(this.#names.meantBy(record)).difference(own);
    const isAhead = (name: string) => !this.isScanned || this.#has('ahead', name);
    const needed = [...wanted].filter((name) => !this.#has('given', name) && isAhead(name));
    return [...needed, ...[...own].filter((name) => this.#has('late', name))];
  }

  /** Notes the names of all records. What cannot be read ends the file here, as it will end the import. */
  async scan(records: AsyncIterable<SourceRecord>): Promise<void> {
    this.isScanned = true;
    try {
      for await (const record of records) {
        if (isTurnOver()) await freeTurn();
        for (const name of this.#names.of(record)) this.#run('insert or ignore into ahead values (?)', name);
      }
    } catch (error) {
      if (!isRefusal(error)) throw error; // a refusal comes again, with its line, where the records are imported
    }
  }

  /** The records that may follow now: this one and those that waited for it, or none if it has to wait. */
  async *released(record: SourceRecord): AsyncGenerator<SourceRecord> {
    const missing = record.problems ? [] : this.missing(record);
    if (missing.length > 0) return this.#hold(record, missing);
    for (let next: SourceRecord | undefined = record; next; next = await this.#next()) {
      yield next;
      this.#give(next);
    }
  }

  /** The records that still wait. */
  *rest(): Generator<SourceRecord> {
    const held = this.#prepared('select text from held order by place');
    for (const { text } of held.iterate()) yield fromOwnJson(String(text));
  }

  #hold(record: SourceRecord, missing: readonly string[]): void {
    this.#held += 1; // one line may hold several records
    this.#run('insert into held values (?, ?, ?)', this.#held, toJson(record), missing.length);
    for (const name of missing) this.#run('insert into wanted values (?, ?)', name, this.#held);
    for (const name of this.#names.of(record)) this.#run('insert into late values (?, ?)', name, this.#held);
  }

  /** Marks a record as given. Many records may wait for it, so they are taken one by one. */
  #give(record: SourceRecord): void {
    for (const name of this.#names.of(record)) {
      this.#run('insert or ignore into given values (?)', name);
      if (this.#has('wanted', name)) this.#run('insert into answered (name) values (?)', name);
    }
  }

  /** Takes the next record that waits for nothing any more. */
  async #next(): Promise<SourceRecord | undefined> {
    for (;;) {
      if (isTurnOver()) await freeTurn();
      const [answered] = this.#all('select place, name from answered order by place limit 1');
      if (!answered) return undefined;
      const name = String(answered.name);
      const [waiting] = this.#all('select place from wanted where name = ? order by place limit 1', name);
      if (waiting) {
        const record = this.#without(Number(waiting.place), name);
        if (record) return record;
      } else this.#run('delete from answered where place = ?', Number(answered.place));
    }
  }

  /** A waiting record needs this name no more. Returns the record if that was all it needed. */
  #without(place: number, name: string): SourceRecord | undefined {
    this.#run('delete from wanted where name = ? and place = ?', name, place);
    const [left] = this.#all(
      'update held set missing = missing - 1 where place = ? returning missing',
      place,
    );
    if (left?.missing !== 0) return undefined;
    const [held] = this.#all('delete from held where place = ? returning text', place);
    const record = fromOwnJson<SourceRecord>(String(held?.text));
    for (const own of this.#names.of(record))
      this.#run('delete from late where name = ? and place = ?', own, place);
    return record;
  }

  #has(table: 'given' | 'ahead' | 'wanted' | 'late', name: string): boolean {
    return this.#all(`select 1 from ${table} where name = ? limit 1`, name).length > 0;
  }

  #run(statement: string, ...values: readonly (string | number)[]): void {
    this.#prepared(statement).run(...values);
  }

  #all(statement: string, ...values: readonly SQLInputValue[]) {
    return this.#prepared(statement).all(...values);
  }

  #prepared(text: string): StatementSync {
    const statement = this.#statements.get(text) ?? this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}
