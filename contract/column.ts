import { MAX_INT64_DIGITS, WIDE_DECIMAL_LENGTH } from './limits.ts';

/**
 * The type of a stored value, independent of engines. Each engine's file defines how it stores each of these exactly: `string`
 * is bounded in characters (code points), `decimal` and `bigint` never pass through a float, `time` is milliseconds since 1970,
 * `json` the text of any JSON value, `ids` a list of 64-bit integers in their order, `point` a place on the globe with 7
 * decimals of a degree. A `json` column may say what its values are made of, and a `string` that all of them are UUIDs.
 */
export type Column =
  | { readonly type: 'string'; readonly length: number; readonly isUuid?: true }
  | { readonly type: 'text' }
  | { readonly type: 'integer' }
  | { readonly type: 'bigint' }
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'time' }
  | { readonly type: 'json'; readonly nested?: Nested }
  | { readonly type: 'ids' }
  | { readonly type: 'point' };

/** Whether a decimal has more digits than 64 bits hold, and therefore another stored form. */
export function isWideDecimal(column: Column): boolean {
  return column.type === 'decimal' && column.precision > MAX_INT64_DIGITS;
}

/** A column as engines declare it: a wide decimal is a text of digits. */
export function declaredColumn(column: Column): Column {
  return isWideDecimal(column) ? { type: 'string', length: WIDE_DECIMAL_LENGTH } : column;
}

export type DecimalColumn = Extract<Column, { readonly type: 'decimal' }>;

/** What a JSON value is made of: one group of values, a list of one kind, or a list of groups that each name their type. */
export type Nested =
  | { readonly group: Members }
  | { readonly list: Column }
  | { readonly blocks: Readonly<Record<string, Members>> };

/** The values of a group by name. One that is missing is null: the group was stored before it had this member. */
export type Members = Readonly<Record<string, { readonly column: Column; readonly nullable: boolean }>>;

/** Columns by name: of a table, or of one query's answer. */
export type Shape = Readonly<Record<string, Column>>;
