import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../../../contract/column.ts';
import type { Database } from '../../../database/database.ts';
import type { Raw } from '../../../database/engine.ts';
import { withDeleted } from '../../../database/soft-deletion/with-deleted.ts';
import type { Statement } from '../../../database/statement.ts';
import { storedColumns, withSortKeys } from '../../../definitions/collation/sort-keys.ts';
import type { Definition } from '../../../definitions/define-collection.ts';
import type { RowOf } from '../../../definitions/types/row-types.ts';
import { type Select, selectColumns } from '../../query/select.ts';
import type { Row } from '../../row.ts';
import type { Reads } from '../../rows/reads.ts';

/** Like `reads.where`, but including deleted rows. */
export function whereEvenDeleted<D extends Definition>(
  reads: Reads,
  definition: D,
  narrow: (select: Select) => Select,
): Promise<RowOf<D>[]> {
  const select = selectColumns(withDeleted(reads.query), definition.name, Object.keys(definition.columns));
  return reads.rows(reads.held(narrow(select)), definition.columns);
}

/** Columns of a table, deleted rows included, read without a lock. */
export function columnsEvenDeleted(reads: Reads, table: string, columns: readonly string[]): Select {
  return selectColumns(withDeleted(reads.query), table, columns);
}

/** When the rows that meet a condition were created and, if they are, deleted. */
export async function lifetimesOf(
  reads: Reads,
  { name, columns }: Definition,
  narrow: (select: Select) => Select,
): Promise<{ id: bigint; create_time: number; delete_time: number | null }[]> {
  const { id, create_time, delete_time } = columns;
  const shape = { id, create_time, delete_time } as Shape;
  const select = selectColumns(withDeleted(reads.query), name, Object.keys(shape));
  return reads.rows(narrow(select), shape);
}

/** The deleted rows that meet a condition. */
export async function deletedRows(
  reads: Reads,
  definition: Definition,
  narrow: (select: Select) => Select,
): Promise<Row[]> {
  const rows = await whereEvenDeleted(reads, definition, (select) =>
    narrow(select.where('is_deleted', '=', true)),
  );
  return rows;
}

/** How many rows meet a condition, deleted ones included, and the sum of a column. */
export async function countEvenDeleted(
  reads: Reads,
  { name }: Definition,
  column: string,
  narrow: (select: Select) => Select,
): Promise<{ count: number; sum: number }> {
  const query = narrow(selectColumns(withDeleted(reads.query), name, []));
  const counted = query.select((e) => [e.fn.countAll().as('count'), e.fn.sum(e.ref(column)).as('sum')]);
  const shape = { count: { type: 'integer' }, sum: { type: 'bigint' } } as const;
  const [row] = await reads.rows<{ count: number; sum: bigint | null }>(counted, shape);
  return { count: row?.count ?? 0, sum: Number(row?.sum ?? 0) };
}

/** How many rows of a collection are deleted, counting up to `most` by the index of the trash. */
export async function countDeleted(
  { engine, query }: Database,
  { name }: Definition,
  most: number,
): Promise<number> {
  const rows = withDeleted(query).selectFrom(name).select('id').where('delete_time', '>=', 0).limit(most);
  const counted = withDeleted(query).selectFrom(rows.as('rows'));
  const [row] = await engine.reads.all(counted.select((e) => e.fn.countAll().as('total')).compile());
  return Number(row?.total);
}

/** Sets columns of one deleted row. */
export function updateDeleted(
  database: Database,
  definition: Definition,
  id: bigint,
  values: Raw,
): Statement {
  return updating(database, definition, id, values).where('is_deleted', '=', true).compile();
}

/** Sets columns of one row, deleted or not. */
export function overwrite(database: Database, definition: Definition, id: bigint, values: Raw): Statement {
  return updating(database, definition, id, values).compile();
}

function updating({ query, engine }: Database, definition: Definition, id: bigint, values: Raw) {
  const { name } = definition;
  const columns = storedColumns(definition);
  const encoded = Object.entries(withSortKeys(definition, values)).map(([key, value]) => {
    const column = columns[key];
    return [key, column && value !== null ? engine.encode(column, value) : null];
  });
  return withDeleted(query).updateTable(name).set(Object.fromEntries(encoded)).where('id', '=', id);
}

/** Updates rows of a table, deleted ones included, with values that `values` selects by id. */
export function updateFrom(
  { query, engine }: Pick<Reads, 'query' | 'engine'>,
  table: string,
  column: string,
  values: RawBuilder<{ id: bigint; value: unknown }>,
): Statement {
  const all = withDeleted(query);
  const joined = values.as('found');
  const updating = engine.updatesFrom
    ? all.updateTable(table).from(joined)
    : all.updateTable([table, joined] as unknown as [typeof table]); // Kysely types updates of one table
  const set = sql`${sql.table(table)}.${sql.ref('id')} = ${sql.ref('found.id')}`;
  return updating.set(column, sql.ref('found.value')).where(sql<boolean>`${set}`).compile();
}

/** Deletes rows for good, in the trash or not. */
export function eraseEvenDeleted(
  { query }: Database,
  { name }: Definition,
  ids: readonly bigint[],
): Statement {
  return withDeleted(query).deleteFrom(name).where('id', 'in', ids).compile();
}

/** Deletes one row of the trash for good. */
export function eraseDeleted({ query }: Database, { name }: Definition, id: bigint): Statement {
  return withDeleted(query).deleteFrom(name).where('id', '=', id).where('is_deleted', '=', true).compile();
}
