import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Engine, Raw, Reader } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import type { Statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import type { Rows } from '../definitions/where.ts';
import { Bindings } from './bindings.ts';
import { type Condition, isAlways, toSql } from './condition.ts';
import { readRows } from './filter.ts';
import { portionsOf } from './portions.ts';
import type { RecordStatements, StatementsOf, UniqueGroup } from './record-statements.ts';

import { spellings } from './spellings.ts';

export type Select = SelectQueryBuilder<Tables, string, Raw>;
type Compilable = { compile(): Statement };

/** Reading, over any definition. Deleted rows are never there. */
export class Reads {
  readonly catalogue: Catalogue;
  protected readonly database: Database;
  protected readonly statements: StatementsOf;
  protected readonly reader: Reader;

  constructor(database: Database, catalogue: Catalogue, statements: StatementsOf, reader: Reader) {
    this.database = database;
    this.catalogue = catalogue;
    this.statements = statements;
    this.reader = reader;
  }

  get engine(): Engine {
    return this.database.engine;
  }

  /** Builds queries over living rows, to be run by `rows`. */
  get query(): Kysely<Tables> {
    return this.database.query;
  }

  /** One row by its id, or undefined. */
  async find<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    const statements: RecordStatements = this.statements(definition);
    const [raw] = await this.reader.all(statements.find(id));
    return raw && (statements.read(raw) as RowOf<D>);
  }

  /** The rows that meet a condition: `where(user, (q) => q.where('username', '=', name))`. */
  async where<D extends Definition>(definition: D, narrow: (select: Select) => Select): Promise<RowOf<D>[]> {
    const select = this.query.selectFrom(definition.name).select(Object.keys(definition.columns)) as Select;
    const rows = await this.reader.all(this.held(narrow(select)).compile());
    return rows.map((raw) => this.statements(definition).read(raw) as RowOf<D>);
  }

  /** The first row that meets a condition, or undefined. */
  async first<D extends Definition>(
    definition: D,
    narrow: (select: Select) => Select,
  ): Promise<RowOf<D> | undefined> {
    const [row] = await this.where(definition, (select) => narrow(select).limit(1));
    return row;
  }

  /** As `find`; in a transaction, others may go on reading the row, but not change it before it ends. */
  findShared<D extends Definition>(definition: D, id: bigint): Promise<RowOf<D> | undefined> {
    return this.find(definition, id);
  }

  /** Which of these ids belong to rows of the record that a rule leaves. */
  idsAmong(definition: Definition, ids: readonly bigint[], rows: Rows = 'all'): Promise<Set<bigint>> {
    const bindings = new Bindings(this.engine);
    const condition = readRows({ catalogue: this.catalogue, bindings }, definition, rows);
    return this.idsMeeting(definition, ids, condition, bindings.values);
  }

  /** What holds for the rows that a rule leaves, to narrow a query by; what they refer to must be living. */
  leftBy(definition: Definition, rows: Rows): Expression<SqlBool> {
    const bindings = new Bindings(this.engine);
    const condition = readRows({ catalogue: this.catalogue, bindings }, definition, rows);
    return this.#holding(condition, bindings.values);
  }

  #holding(condition: Condition, values: Raw): Expression<SqlBool> {
    const slot = (name: string) => values[name];
    return toSql({ query: this.query, findText: this.engine.findText, slot }, condition);
  }

  /** Which of these ids belong to rows that meet a condition, whose values are those of its slots. */
  async idsMeeting(
    definition: Definition,
    ids: readonly bigint[],
    condition: Condition,
    values: Raw,
  ): Promise<Set<bigint>> {
    const there = new Set<bigint>();
    for (const some of portionsOf(ids)) {
      const named = this.query.selectFrom(definition.name).select('id').where('id', 'in', some);
      const wanted = (isAlways(condition)
        ? named
        : named.where(this.#holding(condition, values))) as unknown as Select;
      for (const { id } of await this.rows<{ id: bigint }>(this.shared(wanted), { id: { type: 'bigint' } }))
        there.add(id);
    }
    return there;
  }

  /** The fields of which no two visible rows hold the same values. */
  uniqueOf(definition: Definition): readonly UniqueGroup[] {
    return this.statements(definition).unique;
  }

  /** Which of these rows, by their places, hold values in a unique group that a visible row holds already. */
  async placesTaken({ fields, taken }: UniqueGroup, rows: readonly Raw[]): Promise<ReadonlySet<number>> {
    const places = new Set<number>();
    if (rows.every((row) => fields.some((field) => row[field] === null))) return places;
    for (const { first, ...statement } of taken(rows))
      for (const { position } of await this.reader.all(statement)) places.add(first + Number(position));
    return places;
  }

  /** The condition that a text column holds this text, as it is, in small letters or in capitals. */
  contains(column: string, text: string): Expression<SqlBool> {
    const { findText } = this.database.engine;
    const e = expressionBuilder<Tables, string>();
    return e.or(
      spellings(text).map((spelling) => e(e.fn<number>(findText, [column, e.val(spelling)]), '>', 0)),
    );
  }

  /** How rows are selected that are only to stay; in a transaction, so that nobody else changes them before it ends. */
  protected shared(select: Select): Select {
    return select;
  }

  /** How rows are selected; in a transaction, so that nobody else changes them before it ends. */
  held(select: Select): Select {
    return select;
  }

  /** The answer of any query, read as values of the named columns. */
  async rows<Row>(query: Compilable, shape: Shape): Promise<Row[]> {
    const rows = await this.reader.all(query.compile());
    return rows.map(rowReader<Row>(this.database.engine, shape));
  }

  /** How many rows meet a condition. */
  async count(
    definition: Definition,
    narrow: (select: Select) => Select = (select) => select,
  ): Promise<number> {
    const select = this.query
      .selectFrom(definition.name)
      .select((q) => q.fn.countAll().as('total')) as unknown as Select;
    const [row] = await this.rows<{ total: number }>(narrow(select), { total: { type: 'integer' } });
    return row?.total ?? 0;
  }
}
