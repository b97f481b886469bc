import type { PresentIndex } from '../engine.ts';
import type { RecordedColumn } from './schema-state.ts';
import type { Operation } from './steps/step.ts';
import type { Table } from './table.ts';

// Operations that several steps share. `quire_schema` records a column before it is created, and drops the record after the
// column.

/** Renames a column. */
export function renameColumn(
  table: string,
  from: string,
  to: string,
  recorded: RecordedColumn | undefined,
): Operation[] {
  return [
    { record: `${table}.${to}`, as: recorded },
    { sql: `alter table "${table}" rename column "${from}" to "${to}"` },
    { record: `${table}.${from}`, as: undefined },
  ];
}

/** Deletes a column with its values. */
export function deleteColumn(table: string, column: string): Operation[] {
  return [
    { record: `${table}.${column}`, as: undefined },
    { sql: `alter table "${table}" drop column "${column}"` },
  ];
}

/** Writes a literal to each row that holds null in a column. */
export function fillNulls(table: string, column: string, value: string): Operation {
  return { sql: `update "${table}" set "${column}" = ${value} where "${column}" is null` };
}

/** Drops an index. */
export function dropIndex({ engine, name }: Table, index: PresentIndex, online: boolean): Operation[] {
  return engine.dropIndex({ ...index, table: name }, online).map((sql) => ({ sql }));
}

/** The SQL condition of rows that hold a value in a column. */
export function isNotNull(column: string): string {
  return `"${column}" is not null`;
}
