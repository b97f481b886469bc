import type { Column } from '../../../contract/column.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Engine } from '../engine.ts';
import { timeOf } from './aside.ts';
import type { Kept } from './present.ts';

/**
 * A column as SQL: its name, type and default. Which values a field may hold is the field's to say: a bound in the table
 * could not be loosened on every engine.
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
 * What rows that are there hold in a column that is new to them: the field's default; and of the columns that the server
 * fills, that the row was made by nobody, on the day on which it began to be told.
 */
export function standingValue({ fields }: Definition, name: string, today: string): unknown {
  if (fields[name]) return fields[name].initial;
  switch (name) {
    case 'is_deleted':
      return false;
    case 'create_time':
    case 'update_time':
      return timeOf(today);
    case 'create_user_id':
    case 'update_user_id':
      return 0n;
    default:
      return null;
  }
}

/** How a definition wants its columns kept. */
export function wantedColumns({ columns, fields }: Definition): Map<string, Kept> {
  return new Map(
    Object.entries(columns).map(([name, column]) => [
      name,
      { column, nullable: fields[name]?.nullable ?? name.startsWith('delete_') },
    ]),
  );
}

/** What becomes of a column's values: they stay as they are; they do where they fit; or they have to be written anew. */
export type Change = 'same' | 'wider' | 'narrower' | 'other';

export function changeOf(before: Kept, wanted: Kept): Change {
  if (describeType(before.column) === describeType(wanted.column))
    return before.unfinished ? 'narrower' : 'same';
  if (isWider(before.column, wanted.column)) return 'wider';
  return isWider(wanted.column, before.column) ? 'narrower' : 'other';
}

/** Whether all values of the one column are values of the other, and kept alike. */
function isWider(before: Column, wanted: Column): boolean {
  if (before.type === 'string')
    return wanted.type === 'text' || (wanted.type === 'string' && wanted.length > before.length);
  if (before.type === 'decimal' && wanted.type === 'decimal')
    return before.scale === wanted.scale && before.precision < wanted.precision;
  return before.type === 'integer' && wanted.type === 'bigint';
}

/** Such as `decimal 8 2`. */
export function describeType({ type, ...bounds }: Column): string {
  return [type, ...Object.values(bounds)].join(' ');
}
