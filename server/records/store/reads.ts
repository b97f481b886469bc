import { type Expression, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Shape } from '../../../contract/column.ts';
import {
  type Connection,
  type Database,
  type Engine,
  type Raw,
  type Reader,
  rowsReader,
  type Statement,
  type Tables,
} from '../../database/index.ts';
import type { Catalogue, Definition, RecordOf, WhichRecords } from '../../definitions/for-server.ts';
import { type MaybePromise, whenKnown } from '../../shared/maybe-promise.ts';
import {
  Bindings,
  type Condition,
  isAlways,
  matches,
  patternsOf,
  readRecords,
  type Select,
  selectColumns,
  toSql,
} from '../query/index.ts';
import type { AnyRecord } from '../record.ts';
import { findCandidates, wantedTrigrams } from '../trigrams/index.ts';
import { chunksOf } from './chunks.ts';
import type { CollectionStatements, StatementsOf, UniqueGroup } from './collection-statements.ts';
import type { RecordStore } from './collection-store.ts';

type Compilable = { compile(): Statement };

/** In a transaction: whether others can still read, and share, the records that it keeps from being changed. */
export type Lock = 'shared' | 'exclusive';

interface Matching {
  readonly condition: Condition;
  readonly values: Raw;
  readonly lock?: Lock;
}

/** Reads records of any collection. Deleted records are never included. */
export class Reads {
  readonly catalogue: Catalogue;
  protected readonly database: Database;
  protected readonly statements: StatementsOf;
  protected readonly reader: Reader;

  constructor({ database, catalogue, statements }: RecordStore, reader: Reader) {
    this.database = database;
    this.catalogue = catalogue;
    this.statements = statements;
    this.reader = reader;
  }

  get engine(): Engine {
    return this.database.engine;
  }

  /** Builds queries over living records; `records` runs them. */
  get query(): Kysely<Tables> {
    return this.database.query;
  }

  /** One record by its id, or undefined. */
  find<D extends Definition>(definition: D, id: bigint): MaybePromise<RecordOf<D> | undefined> {
    const statements: CollectionStatements = this.statements(definition);
    return whenKnown(
      this.reader.all(statements.find(id)),
      ([raw]) => raw && (statements.read(raw) as RecordOf<D>),
    );
  }

  /** The records that meet a condition: `where(user, (q) => q.where('username', '=', name))`. */
  async where<D extends Definition>(
    definition: D,
    narrow: (select: Select) => Select,
  ): Promise<RecordOf<D>[]> {
    const select = selectColumns(this.query, definition.name, Object.keys(definition.columns));
    const records = await this.reader.all(this.held(narrow(select)).compile());
    return records.map((raw) => this.statements(definition).read(raw) as RecordOf<D>);
  }

  /** The first record that meets a condition, or undefined. */
  async first<D extends Definition>(
    definition: D,
    narrow: (select: Select) => Select,
  ): Promise<RecordOf<D> | undefined> {
    const [record] = await this.where(definition, (select) => narrow(select).limit(1));
    return record;
  }

  /** Like `find`. In a transaction, others can still read the record, but not change it before the transaction ends. */
  findShared<D extends Definition>(definition: D, id: bigint): MaybePromise<RecordOf<D> | undefined> {
    return this.find(definition, id);
  }

  /** Those of these ids whose records meet a rule. */
  idsAmong(
    definition: Definition,
    ids: readonly bigint[],
    records: WhichRecords = 'all',
    lock: Lock = 'shared',
  ): Promise<Set<bigint>> {
    const bindings = new Bindings(this.engine);
    const condition = readRecords({ catalogue: this.catalogue, bindings }, definition, records);
    return this.idsMatching(definition, ids, { condition, values: bindings.values, lock });
  }

  /** A rule as a condition to narrow a query by. Records that it refers to must be living. */
  ruleCondition(definition: Definition, records: WhichRecords): Expression<SqlBool> {
    const bindings = new Bindings(this.engine);
    const condition = readRecords({ catalogue: this.catalogue, bindings }, definition, records);
    return this.#holding(condition, bindings.values);
  }

  #holding(condition: Condition, values: Raw): Expression<SqlBool> {
    const slot = (name: string) => values[name];
    return toSql({ query: this.query, engine: this.engine, slot }, condition);
  }

  /** Which of these ids belong to records that meet a condition; `values` are bound to its slots. */
  async idsMatching(
    definition: Definition,
    ids: readonly bigint[],
    { condition, values, lock = 'shared' }: Matching,
  ): Promise<Set<bigint>> {
    const there = new Set<bigint>();
    for (const some of chunksOf(ids)) {
      const named = selectColumns(this.query, definition.name, ['id']).where('id', 'in', some);
      const wanted = isAlways(condition) ? named : named.where(this.#holding(condition, values));
      const locked = lock === 'shared' ? this.shared(wanted) : this.held(wanted.orderBy('id'));
      for (const { id } of await this.records<{ id: bigint }>(locked, { id: { type: 'bigint' } }))
        there.add(id);
    }
    return there;
  }

  /** The unique groups of fields, for visible records. */
  uniqueOf(definition: Definition): readonly UniqueGroup[] {
    return this.statements(definition).unique;
  }

  /** The positions of the records whose values in a unique group a visible record already holds. */
  async placesTaken(group: UniqueGroup, records: readonly Raw[]): Promise<ReadonlySet<number>> {
    const { fields, nullsEqual, taken } = group;
    const found = new Set<number>();
    const mayBeTaken = (record: Raw) => nullsEqual || fields.every((field) => record[field] !== null);
    if (!records.some(mayBeTaken)) return found;
    for (const { places, ...statement } of taken(records))
      for (const { position } of await this.reader.all(statement))
        found.add(places[Number(position)] as number); // it counts the statement's records
    return found;
  }

  /** The condition that a text column contains this text, whatever the case of its letters. */
  contains(column: string, text: string): Expression<SqlBool> {
    const e = expressionBuilder<Tables, string>();
    const spellings = patternsOf(this.engine, text);
    return e.or(
      spellings.map((all) => e.and(all.map(({ pattern, ...by }) => matches({ column, by }, pattern)))),
    );
  }

  /** The condition that one of these text columns contains a text, in any case; by an index of its parts where that helps. */
  async containedIn(
    definition: Definition,
    columns: readonly string[],
    text: string,
  ): Promise<Expression<SqlBool>> {
    const e = expressionBuilder<Tables, string>();
    const isContained = e.or(columns.map((column) => this.contains(column, text)));
    const wanted = wantedTrigrams([text]);
    const among =
      wanted && (await findCandidates(this.database, this.reader, definition, { columns, wanted }));
    if (!among) return isContained;
    const bindings = new Bindings(this.engine);
    const listed = bindings.addJsonList({ type: 'bigint' }, among);
    return e.and([this.#holding({ column: 'id', listed, as: 'number' }, bindings.values), isContained]);
  }

  /** Adds a shared lock in a transaction: others can still read the records, but not change them before it ends. */
  protected shared(select: Select): Select {
    return select;
  }

  /** Adds an exclusive lock in a transaction: nobody else changes the records before it ends. */
  held(select: Select): Select {
    return select;
  }

  /** Runs any query and reads its result as values of these columns. */
  async records<Item>(query: Compilable, shape: Shape): Promise<Item[]> {
    const records = await this.reader.all(query.compile());
    return await rowsReader<Item>(this.database.engine, shape)(records);
  }

  /** How many records meet a condition. */
  async count(
    definition: Definition,
    narrow: (select: Select) => Select = (select) => select,
  ): Promise<number> {
    const counted = narrow(selectColumns(this.query, definition.name, []));
    const query = counted.select((q) => q.fn.countAll().as('total'));
    const [record] = await this.records<{ total: number }>(query, { total: { type: 'integer' } });
    return record?.total ?? 0;
  }
}

/**
 * Reads inside a transaction. They see its own writes, and lock the records they return: nobody else changes these before
 * the transaction ends.
 */
export class LockingReads extends Reads {
  readonly #connection: Connection;

  constructor(store: RecordStore, connection: Connection) {
    super(store, connection);
    this.#connection = connection;
  }

  override async find<D extends Definition>(definition: D, id: bigint): Promise<RecordOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForUpdate(id));
    const found = raw && (statements.read(raw) as RecordOf<D>);
    // The select of a query locks nothing. Its row is locked where it may be written, and read again, as others may have changed it.
    const lock = found && statements.rows?.lock(found);
    if (!lock) return found;
    await this.#connection.all(lock);
    const [again] = await this.#connection.all(statements.findForUpdate(id));
    return again && (statements.read(again) as RecordOf<D>);
  }

  override async findShared<D extends Definition>(
    definition: D,
    id: bigint,
  ): Promise<RecordOf<D> | undefined> {
    const statements = this.statements(definition);
    const [raw] = await this.#connection.all(statements.findForShare(id));
    return raw && (statements.read(raw) as RecordOf<D>);
  }

  /** The record that holds these values of a unique group of fields. */
  async findHolder(definition: Definition, group: UniqueGroup, values: Raw): Promise<AnyRecord | undefined> {
    const [raw] = await this.#connection.all(group.findForUpdate(values));
    return raw && (this.statements(definition).read(raw) as AnyRecord);
  }

  override held(select: Select): Select {
    return select.forUpdate();
  }

  protected override shared(select: Select): Select {
    return select.forShare();
  }
}
