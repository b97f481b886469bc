import type { SelectQueryBuilder } from 'kysely';
import type { Shape } from '../../contract/column.ts';
import type { Database } from '../database/database.ts';
import type { Raw } from '../database/engine.ts';
import type { Statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import { withDeleted } from '../database/with-deleted.ts';
import type { Definition } from '../definitions/define-record.ts';
import type { RowOf } from '../definitions/row-types.ts';
import type { Reads } from './reads.ts';
import type { Row } from './row.ts';

type Select = SelectQueryBuilder<Tables, string, Raw>;

/** As `reads.where`, over deleted rows too. */
export function whereEvenDeleted<D extends Definition>(
  reads: Reads,
  definition: D,
  narrow: (select: Select) => Select,
): Promise<RowOf<D>[]> {
  const select = withDeleted(reads.query)
    .selectFrom(definition.name)
    .select(Object.keys(definition.columns)) as Select;
  return reads.rows(reads.held(narrow(select)), definition.columns);
}

/** When rows were made, and deleted where they are; those that meet a condition. */
export async function lifetimesOf(
  reads: Reads,
  { name, columns }: Definition,
  narrow: (select: Select) => Select,
): Promise<{ id: bigint; create_time: number; delete_time: number | null }[]> {
  const { id, create_time, delete_time } = columns;
  const shape = { id, create_time, delete_time } as Shape;
  const select = withDeleted(reads.query).selectFrom(name).select(Object.keys(shape)) as unknown as Select;
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
  return rows as unknown as Row[];
}

/** Sets columns of one deleted row. */
export function updateDeleted(
  { query, engine }: Database,
  { name, columns }: Definition,
  id: bigint,
  values: Raw,
): Statement {
  const encoded = Object.entries(values).map(([key, value]) => {
    const column = columns[key];
    return [key, column && value !== null ? engine.encode(column, value) : null];
  });
  const update = withDeleted(query).updateTable(name).set(Object.fromEntries(encoded));
  return update.where('id', '=', id).where('is_deleted', '=', true).compile();
}

/** Takes one deleted row away for good. */
export function eraseDeleted({ query }: Database, { name }: Definition, id: bigint): Statement {
  return withDeleted(query).deleteFrom(name).where('id', '=', id).where('is_deleted', '=', true).compile();
}
