import type { Column } from '../../contract/column.ts';
import { superAdministrator } from './access-rule.ts';
import { auditColumns } from './audit-columns.ts';
import { requireQueryFields, requireQueryKey, requireSoundQuery } from './checks/sound-query.ts';
import { completeCollection, type Definition } from './define-collection.ts';
import type { Fields } from './field.ts';
import { withTextId } from './text-ids.ts';
import {
  type CheckedQuery,
  type QueryAccess,
  type QuerySource,
  SQL_DIALECTS,
  type SqlByDialect,
} from './types/query-source.ts';

/**
 * Describes a collection whose records a select answers: they are read as those of any collection, and nothing is stored. Throws
 * with the collection's name and the reason if the description is invalid.
 */
export function defineQuery<const F extends Fields, const R extends QueryAccess>(
  source: QuerySource<F, R>,
): Definition<F, 'none'> {
  requireSoundQuery(source);
  const { access, sql, id, times = [], ...rest } = source as CheckedQuery<F>; // without what only the compiler checks
  // Never decided: no route writes records of a query, and `usesOf` leaves all but reading out.
  const never = { create: superAdministrator, update: superAdministrator, delete: superAdministrator };
  const definition = completeCollection<F, 'none'>({
    ...rest,
    audit: 'none',
    access: { ...never, ...access },
  });
  requireQueryFields(definition);
  const key = typeof id === 'object' ? id : undefined;
  requireQueryKey(definition, key);
  const form = key ? 'text' : (id as Exclude<typeof id, readonly string[]>);
  const stamps = Object.fromEntries(times.map((name) => [name, auditColumns.full[name] as Column]));
  const columns = { ...definition.columns, ...stamps };
  return {
    ...definition,
    columns: form === 'text' || form === 'uuid' ? withTextId(columns, form) : columns,
    indexes: [],
    sql: typeof sql === 'string' ? inEachDialect(sql) : sql,
    ...(key && { key }),
  };
}

function inEachDialect(sql: string): SqlByDialect {
  return Object.fromEntries(SQL_DIALECTS.map((dialect) => [dialect, sql]));
}
