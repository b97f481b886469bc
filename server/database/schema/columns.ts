import type { Column } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Engine } from '../engine.ts';
import { startOfDay } from './column-names.ts';
import type { RecordedColumn } from './schema-state.ts';

/**
 * A column as SQL: name, type and default. It has no further constraints: fields check their values, and not every engine
 * could loosen a constraint again.
 */
export function describeColumn(
  engine: Engine,
  name: string,
  column: Column,
  initial: unknown = name === 'is_deleted' ? false : null,
): string {
  if (name === 'id') return `"id" ${engine.idColumn}`;
  return `"${name}" ${engine.columnType(column, initial === null ? undefined : engine.encode(column, initial))}`;
}

/**
 * The value of a new column in existing rows: the field's default. Audit columns say that nobody created the row, on the
 * day on which the record began to be audited.
 */
export function backfillValue({ fields }: Definition, name: string, today: string): unknown {
  if (fields[name]) return fields[name].initial;
  switch (name) {
    case 'is_deleted':
      return false;
    case 'create_time':
    case 'update_time':
      return startOfDay(today);
    case 'create_user_id':
    case 'update_user_id':
      return 0n;
    default:
      return null;
  }
}

/** The columns of a definition. */
export function wantedColumns({ columns, fields }: Definition): Map<string, RecordedColumn> {
  return new Map(
    Object.entries(columns).map(([name, column]) => {
      const { nullable = name.startsWith('delete_'), policy, locale, translates } = fields[name] ?? {};
      const isDefault = locale !== undefined && translates === undefined;
      return [name, { column, nullable, ...(policy && { policy }), ...(isDefault && { locale }) }];
    }),
  );
}

/** Whether stored values have passed the wanted rule. What no version recorded is doubted where the rule protects people. */
export function hasSamePolicy({ policy: before }: RecordedColumn, { policy }: RecordedColumn): boolean {
  return policy === before || (before === undefined && !policy?.includes(' '));
}

/** Whether values are still of the language that they were written in. */
export function hasSameLocale({ locale: before }: RecordedColumn, { locale }: RecordedColumn): boolean {
  return before === undefined || locale === undefined || before === locale;
}

/** How a column's type changes: not at all; to a wider or narrower bound; or so that each value must be converted. */
export type TypeChange = 'same' | 'wider' | 'narrower' | 'converted';

/** Compares a column's recorded type with its definition. */
export function compareTypes(before: RecordedColumn, wanted: RecordedColumn): TypeChange {
  if (describeType(before.column) === describeType(wanted.column))
    return before.unfinished ? 'narrower' : 'same';
  if (isWider(before.column, wanted.column)) return 'wider';
  return isWider(wanted.column, before.column) ? 'narrower' : 'converted';
}

/** Whether every value of the first type is stored alike as a value of the second. */
function isWider(before: Column, wanted: Column): boolean {
  if (before.type === 'string')
    return wanted.type === 'text' || (wanted.type === 'string' && wanted.length > before.length);
  if (before.type === 'decimal' && wanted.type === 'decimal')
    return before.scale === wanted.scale && before.precision < wanted.precision;
  return before.type === 'integer' && wanted.type === 'bigint';
}

/** A type with its bounds, such as `decimal 8 2`. */
export function describeType({ type, ...bounds }: Column): string {
  return [type, ...Object.values(bounds)].join(' ');
}
