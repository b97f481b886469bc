import type { Statement } from './statement.ts';

/** A word to look for: a token, or the beginning of one. */
export interface Term {
  readonly token: string;
  readonly isPrefix: boolean;
}

/** The rows that hold one term of each list. */
export type Clauses = readonly (readonly Term[])[];

/** The tokens of a row, separated by spaces. Tokens are made of a to z, digits and low lines. */
export interface TokenRow {
  readonly id: bigint;
  readonly tokens: string;
}

/** How an engine keeps the words of a collection's rows in its own full text index. */
export interface SearchSql {
  /** Creates the table and its index. */
  create(table: string): string[];
  /** Brings the settings of a table to those of this version; changes nothing where they are. Absent where there are none. */
  settings?(table: string): string[];
  /** Removes all entries. */
  clear(table: string): string;
  /** Replaces the entries of rows. */
  put(table: string, rows: readonly TokenRow[]): Statement;
  remove(table: string, ids: readonly bigint[]): Statement;
  /** A small step that keeps entries quick to search, after each `put`. Absent where the engine sees to it beside its writes. */
  merge?(table: string): Statement;
  /** The column that holds the rows' ids. */
  readonly id: string;
  /** The SQL condition that an entry of the table meets a query, in two parts around the query's text. */
  matches(table: string): readonly [before: string, after: string];
  /** A query for the rows that meet `wanted` and none of `others`. */
  query(wanted: Clauses, others?: readonly Clauses[]): string;
}

/** The table of a collection's full text index. */
export function searchTable(collection: string): string {
  return `quire_search_${collection}`;
}

/** Values for a list in SQL: `(?, ?)` for each row. */
export function placesFor(count: number, place: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => place(index)).join(', ');
}
