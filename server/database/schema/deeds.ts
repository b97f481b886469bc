import type { PresentIndex } from '../engine.ts';
import type { Kept } from './present.ts';
import type { Deed } from './step.ts';
import type { Table } from './table.ts';

// What several steps have in common.

/** A column gets another name. What is recorded of it is there before, and stays until after. */
export function move(table: string, from: string, to: string, kept: Kept | undefined): Deed[] {
  return [
    { record: `${table}.${to}`, as: kept },
    { sql: `alter table "${table}" rename column "${from}" to "${to}"` },
    { record: `${table}.${from}`, as: undefined },
  ];
}

/** A column goes, with its values. */
export function drop(table: string, column: string): Deed[] {
  return [
    { record: `${table}.${column}`, as: undefined },
    { sql: `alter table "${table}" drop column "${column}"` },
  ];
}

/** Rows that hold null in a column get this value, a literal. */
export function fillNulls(table: string, column: string, value: string): Deed {
  return { sql: `update "${table}" set "${column}" = ${value} where "${column}" is null` };
}

/** The condition of rows that hold a value in a column. */
export function holding(column: string): string {
  return `"${column}" is not null`;
}

export function dropIndex({ engine, name }: Table, index: PresentIndex, online: boolean): Deed[] {
  return engine.dropIndex({ ...index, table: name }, online).map((sql) => ({ sql }));
}
