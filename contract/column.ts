/**
 * What is kept, in words that belong to no engine. Each engine's file says how it keeps each of these, exactly:
 * `string` is bounded in characters (code points), `decimal` and `bigint` never pass through a float, `time` is
 * milliseconds since 1970, `json` the text of any JSON value,
 * `ids` a list of 64-bit integers in their order.
 */
export type Column =
  | { readonly type: 'string'; readonly length: number }
  | { readonly type: 'text' }
  | { readonly type: 'integer' }
  | { readonly type: 'bigint' }
  | { readonly type: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'time' }
  | { readonly type: 'json' }
  | { readonly type: 'ids' };

/** Columns by name: of a table, or of one query's answer. */
export type Shape = Readonly<Record<string, Column>>;
