import { type RawBuilder, sql } from 'kysely';
import type { Shape } from '../../../../contract/column.ts';
import type { Database } from '../../../database/database.ts';
import type { Raw } from '../../../database/engine.ts';
import { withDeleted } from '../../../database/soft-deletion/with-deleted.ts';
import type { Statement } from '../../../database/statement.ts';
import { type Definition, storedColumns, withSortKeys } from '../../../definitions/for-server.ts';
import type { RecordOf } from '../../../definitions/types/record-types.ts';
import { type Select, selectColumns } from '../../query/select.ts';
import type { AnyRecord } from '../../record.ts';
import type { Reads } from '../../store/reads.ts';

/** Like `reads.where`, but including deleted records. */
export function whereEvenDeleted<D extends Definition>(
  reads: Reads,
  definition: D,
  narrow: (select: Select) => Select,
): Promise<RecordOf<D>[]> {
  const select = selectColumns(withDeleted(reads.query), definition.name, Object.keys(definition.columns));
  return reads.records(reads.held(narrow(select)), definition.columns);
}

/** Columns of a table, deleted records included, read without a lock. */
export function columnsEvenDeleted(reads: Reads, table: string, columns: readonly string[]): Select {
  return selectColumns(withDeleted(reads.query), table, columns);
}

/** When the records that meet a condition were created and, if they are, deleted. */
export async function lifetimesOf(
  reads: Reads,
  { name, columns }: Definition,
  narrow: (select: Select) => Select,
): Promise<{ id: bigint; create_time: number; delete_time: number | null }[]> {
  const { id, create_time, delete_time } = columns;
  const shape = { id, create_time, delete_time } as Shape;
  const select = selectColumns(withDeleted(reads.query), name, Object.keys(shape));
  return reads.records(narrow(select), shape);
}

/** The deleted records that meet a condition. */
export async function deletedRecords(
  reads: Reads,
  definition: Definition,
  narrow: (select: Select) => Select,
): Promise<AnyRecord[]> {
  const records = await whereEvenDeleted(reads, definition, (select) =>
    narrow(select.where('is_deleted', '=', true)),
  );
  return records;
}

/** How many records meet a condition, deleted ones included, and the sum of a column. */
export async function countEvenDeleted(
  reads: Reads,
  { name }: Definition,
  column: string,
  narrow: (select: Select) => Select,
): Promise<{ count: number; sum: number }> {
  const query = narrow(selectColumns(withDeleted(reads.query), name, []));
  const counted = query.select((e) => [e.fn.countAll().as('count'), e.fn.sum(e.ref(column)).as('sum')]);
  const shape = { count: { type: 'integer' }, sum: { type: 'bigint' } } as const;
  const [record] = await reads.records<{ count: number; sum: bigint | null }>(counted, shape);
  return { count: record?.count ?? 0, sum: Number(record?.sum ?? 0) };
}

/** How many records of a collection are deleted, counting up to `most` by the index of the trash. */
export async function countDeleted(
  { engine, query }: Database,
  { name }: Definition,
  most: number,
): Promise<number> {
  const records = withDeleted(query).selectFrom(name).select('id').where('delete_time', '>=', 0).limit(most);
  const counted = withDeleted(query).selectFrom(records.as('records'));
  const [record] = await engine.reads.all(counted.select((e) => e.fn.countAll().as('total')).compile());
  return Number(record?.total);
}

/** Sets columns of one deleted record. */
export function updateDeleted(
  database: Database,
  definition: Definition,
  id: bigint,
  values: Raw,
): Statement {
  return updating(database, definition, id, values).where('is_deleted', '=', true).compile();
}

/** Sets columns of one record, deleted or not. */
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

/** Updates records of a table, deleted ones included, with values that `values` selects by id. */
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

/** Deletes records for good, in the trash or not. */
export function eraseEvenDeleted(
  { query }: Database,
  { name }: Definition,
  ids: readonly bigint[],
): Statement {
  return withDeleted(query).deleteFrom(name).where('id', 'in', ids).compile();
}

/** Deletes one record of the trash for good. */
export function eraseDeleted({ query }: Database, { name }: Definition, id: bigint): Statement {
  return withDeleted(query).deleteFrom(name).where('id', '=', id).where('is_deleted', '=', true).compile();
}
