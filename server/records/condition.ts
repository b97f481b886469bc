import { type ExpressionWrapper, expressionBuilder, type Kysely, type SqlBool } from 'kysely';
import type { Tables } from '../database/tables.ts';

/**
 * A condition over a record's columns, without its values: those are bound to its slots when it runs, so that queries
 * which differ in nothing but values share one statement.
 */
export type Condition =
  | { readonly every: readonly Condition[] }
  | { readonly some: readonly Condition[] }
  | { readonly column: string; readonly is: Comparison; readonly slot: string }
  | { readonly column: string; readonly in: readonly string[] }
  | { readonly column: string; readonly contains: string }
  | { readonly column: string; readonly isNull: boolean }
  /** The column holds the id, or else what is named, of a row of that record which meets a condition of its own. */
  | {
      readonly column: string;
      readonly refersTo: string;
      readonly by?: string;
      readonly where: Condition;
    };

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** How conditions become SQL: over living rows, with the engine's name of the function that finds a text in a text. */
export interface ConditionWriter {
  readonly query: Kysely<Tables>;
  readonly findText: string;
  readonly slot: (name: string) => unknown;
}

/** What holds for every row. */
export const always: Condition = { every: [] };

/** What holds for none. */
export const never: Condition = { some: [] };

/** Joins conditions that must all hold; those that always do are left out. */
export function allOf(conditions: readonly Condition[]): Condition {
  const every = conditions.filter((condition) => !isAlways(condition));
  return every.length === 1 ? (every[0] ?? always) : { every };
}

export function isAlways(condition: Condition): boolean {
  return 'every' in condition && condition.every.length === 0;
}

const e = expressionBuilder<Tables, string>();

/** A condition as SQL. Column names are never qualified: a sub-query's own table is the nearest. */
export function toSql(
  writer: ConditionWriter,
  condition: Condition,
): ExpressionWrapper<Tables, string, SqlBool> {
  const { query, findText, slot } = writer;
  if ('every' in condition) return e.and(condition.every.map((part) => toSql(writer, part)));
  if ('some' in condition) return e.or(condition.some.map((part) => toSql(writer, part)));
  if ('is' in condition) return e(condition.column, condition.is, slot(condition.slot));
  if ('in' in condition) return e(condition.column, 'in', condition.in.map(slot));
  if ('contains' in condition)
    return e(e.fn<number>(findText, [condition.column, e.val(slot(condition.contains))]), '>', e.lit(0));
  if ('isNull' in condition) return e(condition.column, condition.isNull ? 'is' : 'is not', null);
  const { column, refersTo, by = 'id', where } = condition;
  return e(column, 'in', query.selectFrom(refersTo).select(by).where(toSql(writer, where)));
}
