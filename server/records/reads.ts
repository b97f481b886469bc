import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Raw, Reader } from '../database/engine.ts';
import { rowReader } from '../database/row-reader.ts';
import type { Tables } from '../database/tables.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import { portionsOf } from './portions.ts';
import type { RecordStatements, StatementsOf } from './record-statements.ts';
import { type Claim, claimShape, type Row } from './row.ts';

type Select = SelectQueryBuilder<Tables, string, Raw>;
type Compilable = { compile(): { sql: string; parameters: readonly unknown[] } };

/** Reading, over any definition. Deleted rows are never there. */
export class Reads {
  protected readonly database: Database;
  protected readonly statements: StatementsOf;
  protected readonly reader: Reader;

  constructor(database: Database, statements: StatementsOf, reader: Reader) {
    this.database = database;
    this.statements = statements;
    this.reader = reader;
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
    const rows = await this.reader.all(narrow(select).compile());
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

  /** Which of these ids belong to rows of the record that are claimed; a claim looks at who made a row. */
  async idsAmong(
    definition: Definition,
    ids: readonly bigint[],
    claim: Claim = () => true,
  ): Promise<Set<bigint>> {
    const there = new Set<bigint>();
    const shape = claimShape(definition);
    for (const some of portionsOf(ids)) {
      const query = this.query.selectFrom(definition.name).select(Object.keys(shape)).where('id', 'in', some);
      for (const row of await this.rows<Row>(query, shape)) if (claim(row)) there.add(row.id);
    }
    return there;
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
