import type { Column } from '../../contract/column.ts';
import { superAdministrator } from './access-rule.ts';
import { auditColumns } from './audit-columns.ts';
import {
  requireQueryFields,
  requireQueryKey,
  requireSoundQuery,
  requireSoundWrites,
} from './checks/sound-query.ts';
import { completeCollection, completeRule, type Definition } from './define-collection.ts';
import type { Fields } from './field.ts';
import { withTextId } from './text-ids.ts';
import {
  type CheckedQuery,
  type QueryAccess,
  type QuerySource,
  type QueryWrites,
  SQL_DIALECTS,
  type SqlByDialect,
  WRITTEN_USES,
  type WrittenTable,
} from './types/query-source.ts';

/**
 * Describes a collection whose records a select answers: they are read as those of any collection, and nothing is stored, but that
 * `writes` may name a table of another program that they are written to. Throws with the collection's name and the reason if the
 * description is invalid.
 */
export function defineQuery<const F extends Fields, const R extends QueryAccess>(
  source: QuerySource<F, R>,
): Definition<F, 'none'> {
  requireSoundQuery(source);
  const { access, sql, id, times = [], writes, ...rest } = source as CheckedQuery<F>; // without what only the compiler checks
  const { history: historyRule, ...uses } = access;
  // Never decided: no route does what a query does not declare, and `usesOf` leaves it out.
  const never = { create: superAdministrator, update: superAdministrator, delete: superAdministrator };
  const definition = completeCollection<F, 'none'>({
    ...rest,
    audit: 'none',
    access: { ...never, ...uses },
  });
  const key = typeof id === 'object' ? id : undefined;
  const written = writes && writtenTable(writes, access);
  requireQueryFields(definition, written);
  requireQueryKey(definition, key);
  const history = historyRule && completeRule(historyRule, 'history', rest);
  const ids = typeof id === 'string' ? id : 'number';
  requireSoundWrites(definition, { written, key, times, form: ids, history });
  const form = key ? 'text' : (id as Exclude<typeof id, readonly string[]>);
  const stamps = Object.fromEntries(times.map((name) => [name, auditColumns.full[name] as Column]));
  const columns = { ...definition.columns, ...stamps };
  return {
    ...definition,
    ...(history && definition.access && { access: { ...definition.access, history } }),
    columns: form === 'text' || form === 'uuid' ? withTextId(columns, form) : columns,
    indexes: [],
    sql: typeof sql === 'string' ? inEachDialect(sql) : sql,
    ...(key && { key }),
    ...(written && {
      writes: written,
      keepsHistory: true,
      filled: new Set(Object.keys(definition.fields).filter((name) => !written.columns.has(name))),
    }),
  };
}

function writtenTable({ table, key, newKeys, columns }: QueryWrites, access: QueryAccess): WrittenTable {
  const named = Object.entries(columns).map(
    ([name, column]) => [name, typeof column === 'string' ? { column } : column] as const,
  );
  return {
    table: [table].flat(),
    key,
    newKeys,
    columns: new Map(named),
    uses: WRITTEN_USES.filter((use) => access[use] !== undefined),
  };
}

function inEachDialect(sql: string): SqlByDialect {
  return Object.fromEntries(SQL_DIALECTS.map((dialect) => [dialect, sql]));
}
