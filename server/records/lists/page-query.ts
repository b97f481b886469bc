import type { Shape } from '../../../contract/column.ts';
import type { Raw, Reader } from '../../database/engine.ts';
import type { Statement } from '../../database/statement.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import {
  type Condition,
  type ConditionWriter,
  inRange,
  isAlways,
  toSql,
} from '../query/conditions/condition.ts';
import type { Path } from '../query/paths.ts';
import { keyOf, type Queries, type QueryCall } from '../query/queries.ts';
import { type RequestedLocales, sourcesOf } from '../query/requested-locales.ts';
import type { Select } from '../query/select.ts';
import type { Sort } from '../query/sort.ts';
import { firstOf, recordsWith } from '../query/source.ts';

interface PageQuery {
  readonly definition: Definition;
  readonly columns: readonly string[];
  /** The languages that localised columns are read in. */
  readonly locales?: RequestedLocales | undefined;
  /** Conditions to evaluate for each record, as columns of these names. */
  readonly flags?: Flags;
  readonly sort: Sort;
  /** What the order names beside the collection's own columns. */
  readonly paths?: readonly Path[];
  /** The page holds the records that meet one of these; no record meets two. */
  readonly ranges: readonly Condition[];
}

/** Makes a reader of one list's pages. Their statements differ only in their ranges. */
export function makePageReader(
  queries: Queries,
  page: Omit<PageQuery, 'ranges'>,
  where: Condition,
): (reader: Reader, ranges: readonly Condition[], values: Raw) => MaybePromise<Raw[]> {
  const known = new WeakMap<readonly Condition[], { readonly key: string; readonly build: QueryCall[2] }>();
  return (reader, ranges, values) => {
    let call = known.get(ranges);
    if (!call) {
      const within = { ...page, ranges: ranges.map((range) => inRange(range, where)) };
      call = { key: keyOf(shapeOfPage(within)), build: builderOf(within) };
      known.set(ranges, call);
    }
    return queries.records(reader, call.key, values, call.build);
  };
}

/** The records of one page, in one statement. `values.size` and `values.skip` bound it. */
export function pageRecords(
  queries: Queries,
  reader: Reader,
  page: PageQuery,
  values: Raw,
): MaybePromise<Raw[]> {
  return queries.records(reader, ...asked(page, values));
}

/** The statement of one page, for callers that read its records in another way. */
export function pageStatement(queries: Queries, page: PageQuery, values: Raw): Statement {
  return queries.statement(...asked(page, values));
}

function asked(page: PageQuery, values: Raw): QueryCall {
  return [shapeOfPage(page), values, builderOf(page)];
}

function shapeOfPage({ definition, columns, locales, flags, sort, paths, ranges }: PageQuery) {
  return [definition.name, columns, locales?.chain, flags ?? {}, sort, paths ?? [], ranges];
}

function builderOf({
  definition,
  columns,
  locales,
  flags = {},
  sort,
  paths = [],
  ranges,
}: PageQuery): QueryCall[2] {
  return (writer) => {
    return {
      query: selectRanges(writer, sort, ranges, () =>
        recordsWith(writer, definition, paths).select([
          ...selected(definition, columns, locales),
          ...flagged(writer, flags),
        ]),
      ),
      columns: {
        ...shapeOf(definition, columns),
        ...shapeOfSort(sort),
        ...shapeOfPaths(paths, columns),
        ...shapeOfFlags(flags),
      },
    };
  };
}

/** The first records of all ranges together, in this order. Each range is read in that order on its own, so an index serves it. */
export function selectRanges(
  writer: ConditionWriter,
  sort: Sort,
  ranges: readonly Condition[],
  from: () => Select,
): Select {
  const first = (select: Select, isOuter = false) => {
    let ordered = select;
    for (const { column, descending, sources } of sort)
      ordered = ordered.orderBy(sources && !isOuter ? firstOf(sources) : column, descending ? 'desc' : 'asc');
    return ordered.limit(writer.slot('size') as number);
  };
  const parts = ranges.map((condition) => {
    const select = from();
    return first(isAlways(condition) ? select : select.where(toSql(writer, condition)));
  });
  const [only = from().where(toSql(writer, { some: [] })), ...others] = parts;
  if (others.length === 0) return only.offset(writer.slot('skip') as number);
  const [one = only, ...more] = parts.map(
    (part, index) => writer.query.selectFrom(part.as(`range${index}`)).selectAll() as Select,
  );
  return first(
    more.reduce((union, part) => union.unionAll(part), one),
    true,
  );
}

/** The columns of an order. */
export function shapeOfSort(sort: Sort): Shape {
  return Object.fromEntries(sort.map(({ column, kind }) => [column, kind]));
}

function shapeOfPaths(paths: readonly Path[], columns: readonly string[]): Shape {
  const read = paths.filter(({ column }) => columns.includes(column));
  return Object.fromEntries(read.map(({ column, kind }) => [column, kind]));
}

/** The expressions that select these columns in these languages. */
export function selected(
  definition: Definition,
  columns: readonly string[],
  locales: RequestedLocales | undefined,
) {
  return columns.map((name) => {
    const sources = sourcesOf(definition, name, locales);
    return sources ? firstOf(sources).as(name) : name;
  });
}

/** Conditions that are evaluated for each record, as columns of these names. */
export type Flags = Readonly<Record<string, Condition>>;

/** The expressions that select conditions. */
export function flagged(writer: ConditionWriter, flags: Flags) {
  return Object.entries(flags).map(([name, condition]) => toSql(writer, condition).as(name));
}

export function shapeOfFlags(flags: Flags): Shape {
  return Object.fromEntries(Object.keys(flags).map((name) => [name, { type: 'boolean' }]));
}

/** The named columns of a collection's table. */
export function shapeOf({ columns }: Definition, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
}
