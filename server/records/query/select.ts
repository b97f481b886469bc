import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Raw } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';

/** A query over one table, to be narrowed by its user. */
export type Select = SelectQueryBuilder<Tables, string, Raw>;

/** Selects columns of a table, all of its records. */
export function selectColumns(query: Kysely<Tables>, table: string, columns: readonly string[]): Select {
  return query.selectFrom(table).select(columns);
}
