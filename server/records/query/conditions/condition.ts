import {
  type Expression,
  type ExpressionWrapper,
  expressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely';
import type { PatternSql } from '../../../database/any-case.ts';
import type { Engine, Listed } from '../../../database/engine.ts';
import { searchTable } from '../../../database/search-sql.ts';
import type { Tables } from '../../../database/soft-deletion/tables.ts';
import { distanceFrom, longitudeOf, type Origin } from '../distance.ts';
import { ancestorIds, branchIds } from './tree-sql.ts';

/**
 * A condition over a collection's columns. Its values are bound to slots when it runs, so queries that differ only in values share
 * one statement.
 */
export type Condition =
  | { readonly every: readonly Condition[] }
  | { readonly some: readonly Condition[] }
  /** The records that do not meet it, also where it compares with null. */
  | { readonly not: Condition }
  | { readonly column: string; readonly is: Comparison; readonly slot: string }
  | { readonly column: string; readonly in: readonly string[] }
  /** The column holds one of the values in the JSON list of this slot. */
  | { readonly column: string; readonly listed: string; readonly as: Listed }
  | { readonly column: string; readonly contains: string }
  /** The column ends with the text in this slot, which has so many characters. */
  | { readonly column: string; readonly ends: string; readonly characters: string }
  /** The column matches the engine's pattern in this slot, in any letter case. */
  | { readonly column: string; readonly matches: string; readonly by: MatchedBy }
  | { readonly column: string; readonly isNull: boolean }
  /** The longitude of the column's point is between these slots, or, across the antimeridian, outside of them. */
  | { readonly column: string; readonly west: string; readonly east: string; readonly isAcross: boolean }
  /** The column's point is at most this many metres away from a place. */
  | { readonly column: string; readonly from: Origin; readonly within: string }
  /** The collection's full text index finds the record by the query in this slot. */
  | { readonly column: string; readonly searched: string; readonly query: string }
  /**
   * The column holds the id of a record below the one in this slot, or that record's own; or of a record above it. `parent` leads
   * from record to record, as far as they meet `where`.
   */
  | {
      readonly column: string;
      readonly tree: 'below' | 'above';
      readonly collection: string;
      readonly parent: string;
      readonly slot: string;
      readonly where: Condition;
    }
  /** The column refers, by the id or by the column `by`, to a record of that collection which meets `where`. */
  | {
      readonly column: string;
      readonly refersTo: string;
      readonly by?: string;
      readonly where: Condition;
      /** How many such records there must be; by default at least one. */
      readonly counted?: Counted;
    };

/** A comparison of a number of records, and whether none at all meets it. */
export interface Counted {
  readonly is: Comparison;
  readonly slot: string;
  readonly isMetByNone: boolean;
}

/** How a column is compared with a pattern. */
type MatchedBy = Pick<PatternSql, 'before' | 'after'>;

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';

/** What conditions need to become SQL: queries over living records, and the engine's text search. */
export interface ConditionWriter {
  readonly query: Kysely<Tables>;
  readonly engine: Pick<Engine, 'findText' | 'endOfText' | 'wholeNumbers' | 'fraction' | 'search' | 'listed'>;
  readonly slot: (name: string) => unknown;
}

/** Holds for every record. */
export const always: Condition = { every: [] };

/** Holds for no record. */
export const never: Condition = { some: [] };

/** Joins conditions that must all hold, each once, without those that always do. */
export function allOf(conditions: readonly Condition[]): Condition {
  const every = [...new Set(conditions.flatMap((one) => ('every' in one ? one.every : one)))];
  return every.length === 1 ? (every[0] ?? always) : { every };
}

/**
 * The records that meet a condition within a range of the order that they are read in. The range stands first: SQLite searches
 * an index by the first of several bounds on one side, and every record of the range meets a cursor's bound while a filter's may
 * leave all records before it to be read again.
 */
export function inRange(range: Condition, condition: Condition): Condition {
  return allOf([range, condition]);
}

export function isAlways(condition: Condition): boolean {
  return 'every' in condition && condition.every.length === 0;
}

/**
 * Turns a condition on a column into one on the first of several columns that is not null. Only conditions that a null does not
 * meet are distinguished by `isNull`.
 */
export function onFirstOf(sources: readonly string[], column: string, condition: Condition): Condition {
  if ('every' in condition) return { every: condition.every.map((part) => onFirstOf(sources, column, part)) };
  if ('some' in condition) return { some: condition.some.map((part) => onFirstOf(sources, column, part)) };
  if ('not' in condition) return { not: onFirstOf(sources, column, condition.not) };
  if (condition.column !== column) return condition;
  const areNull = sources.map((source): Condition => ({ column: source, isNull: true }));
  if ('isNull' in condition)
    return condition.isNull
      ? { every: areNull }
      : { some: sources.map((source) => ({ column: source, isNull: false })) };
  return {
    some: sources.map((source, place) => ({
      every: [...areNull.slice(0, place), { ...condition, column: source }],
    })),
  };
}

/** The condition that `read` makes of a column, on the first of several columns that is not null, or on the last. */
export function onFirstWith(sources: readonly string[], read: (source: string) => Condition): Condition {
  const last = sources.length - 1;
  return {
    some: sources.map((source, place) =>
      allOf([
        ...sources.slice(0, place).map((before): Condition => ({ column: before, isNull: true })),
        ...(place < last ? [{ column: source, isNull: false }] : []),
        read(source),
      ]),
    ),
  };
}

const opposite: Readonly<Record<Comparison, Comparison>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const e = expressionBuilder<Tables, string>();

/** A condition as SQL. Column names need no qualifier: in a subquery, its own table is the nearest. */
export function toSql(
  writer: ConditionWriter,
  condition: Condition,
): ExpressionWrapper<Tables, string, SqlBool> {
  const { query, engine, slot } = writer;
  const partsOf = (parts: readonly Condition[]) => parts.map((part) => toSql(writer, part));
  if ('every' in condition) return joined(partsOf(condition.every), (parts) => e.and(parts));
  if ('some' in condition) return joined(partsOf(condition.some), (parts) => e.or(parts));
  if ('not' in condition) return e.and([sql<SqlBool>`(${toSql(writer, condition.not)}) is not true`]);
  if ('is' in condition) return e(condition.column, condition.is, slot(condition.slot));
  if ('in' in condition) return e(condition.column, 'in', condition.in.map(slot));
  if ('listed' in condition) {
    const [before, after] = engine.listed[condition.as];
    return e(condition.column, 'in', sql`(${sql.raw(before)}${slot(condition.listed)}${sql.raw(after)})`);
  }
  if ('contains' in condition)
    return e(
      e.fn<number>(engine.findText, [condition.column, e.val(slot(condition.contains))]),
      '>',
      e.lit(0),
    );
  if ('ends' in condition) {
    const [before, between, after] = engine.endOfText;
    const end = sql`${sql.raw(before)}${sql.ref(condition.column)}${sql.raw(between)}${slot(condition.characters)}${sql.raw(after)}`;
    return e(end, '=', slot(condition.ends));
  }
  if ('matches' in condition) return e.and([matches(condition, slot(condition.matches))]);
  if ('isNull' in condition) return e(condition.column, condition.isNull ? 'is' : 'is not', null);
  if ('west' in condition) {
    const longitude = longitudeOf(condition.column);
    const sides = [e(longitude, '>=', slot(condition.west)), e(longitude, '<=', slot(condition.east))];
    return condition.isAcross ? e.or(sides) : e.and(sides);
  }
  if ('within' in condition)
    return e(distanceFrom(engine, condition.column, condition.from, slot), '<=', slot(condition.within));
  if ('searched' in condition) {
    const table = searchTable(condition.searched);
    const entries = query.selectFrom(table).select(engine.search.id);
    return e(condition.column, 'in', entries.where(isFound(engine, table, slot(condition.query))));
  }
  if ('tree' in condition) {
    const { column, tree, where, ...walk } = condition;
    const ids = tree === 'below' ? branchIds : ancestorIds;
    return e(
      column,
      'in',
      ids({ query, engine, ...walk, start: slot(walk.slot), visible: toSql(writer, where) }),
    );
  }
  const { column, refersTo, by = 'id', where, counted } = condition;
  if (counted) {
    const records = query
      .selectFrom(refersTo)
      .select(by)
      .where(by, 'is not', null)
      .where(toSql(writer, where));
    // Records without referring records are in no group. So if a count of 0 meets the comparison, exclude the groups that do not.
    const { isMetByNone, is } = counted;
    const groups = records
      .groupBy(by)
      .having(e.fn.countAll(), isMetByNone ? opposite[is] : is, slot(counted.slot) as number);
    return e(column, isMetByNone ? 'not in' : 'in', groups);
  }
  return e(column, 'in', query.selectFrom(refersTo).select(by).where(toSql(writer, where)));
}

type Sql = ExpressionWrapper<Tables, string, SqlBool>;

/** Databases parse a chain of ANDs or ORs into a tree as deep as it is long, and bound the depth. */
const LONGEST_CHAIN = 50;

/** Joins conditions; many of them into a tree of short chains. */
function joined(parts: readonly Sql[], join: (parts: readonly Sql[]) => Sql): Sql {
  if (parts.length <= LONGEST_CHAIN) return join(parts);
  const size = Math.ceil(parts.length / LONGEST_CHAIN);
  const chains = Array.from({ length: LONGEST_CHAIN }, (_, index) =>
    parts.slice(index * size, (index + 1) * size),
  );
  return join(chains.filter((chain) => chain.length > 0).map((chain) => joined(chain, join)));
}

/** An entry of a full text index meets a query. */
export function isFound(
  { search }: Pick<Engine, 'search'>,
  table: string,
  query: unknown,
): Expression<SqlBool> {
  const [before, after] = search.matches(table);
  return sql<SqlBool>`${sql.raw(before)}${query}${sql.raw(after)}`;
}

/** The column contains what a pattern of the engine finds. */
export function matches(
  { column, by }: { readonly column: string; readonly by: MatchedBy },
  pattern: unknown,
): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} ${sql.raw(by.before)}${pattern}${sql.raw(by.after)}`;
}
