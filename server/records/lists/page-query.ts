import type { Shape } from '../../../contract/column.ts';
import type { Raw, Reader } from '../../database/engine.ts';
import type { Statement } from '../../database/statement.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { type Condition, type ConditionWriter, isAlways, toSql } from '../query/condition.ts';
import type { Path } from '../query/paths.ts';
import type { Queries, QueryCall } from '../query/queries.ts';
import type { Select } from '../query/select.ts';
import type { Sort } from '../query/sort.ts';
import { rowsWith } from '../query/source.ts';

interface PageQuery {
  readonly definition: Definition;
  readonly columns: readonly string[];
  /** Conditions to evaluate for each row, as columns of these names. */
  readonly judged?: Readonly<Record<string, Condition>>;
  readonly sort: Sort;
  /** What the order names beside the record's own columns. */
  readonly paths?: readonly Path[];
  /** The page holds the rows that meet one of these; no row meets two. */
  readonly ranges: readonly Condition[];
}

/** The rows of one page, in one statement. `values.size` and `values.skip` bound it. */
export function pageRows(queries: Queries, reader: Reader, page: PageQuery, values: Raw): Promise<Raw[]> {
  return queries.rows(reader, ...asked(page, values));
}

/** The statement of one page, for callers that read its rows in another way. */
export function pageStatement(queries: Queries, page: PageQuery, values: Raw): Statement {
  return queries.statement(...asked(page, values));
}

function asked(
  { definition, columns, judged = {}, sort, paths = [], ranges }: PageQuery,
  values: Raw,
): QueryCall {
  const shape = [definition.name, columns, judged, sort, paths, ranges];
  const judgements = Object.entries(judged);
  const build = (writer: ConditionWriter) => ({
    query: selectRanges(writer, sort, ranges, () =>
      rowsWith(writer, definition, paths).select([
        ...columns,
        ...judgements.map(([name, condition]) => toSql(writer, condition).as(name)),
      ]),
    ),
    columns: {
      ...shapeOf(definition, columns),
      ...shapeOfSort(sort),
      ...Object.fromEntries(judgements.map(([name]) => [name, { type: 'boolean' } as const])),
    },
  });
  return [shape, values, build];
}

/** The first rows of all ranges together, in this order. Each range is read in that order on its own, so an index serves it. */
export function selectRanges(
  writer: ConditionWriter,
  sort: Sort,
  ranges: readonly Condition[],
  from: () => Select,
): Select {
  const first = (select: Select) => {
    let ordered = select;
    for (const { column, descending } of sort) ordered = ordered.orderBy(column, descending ? 'desc' : 'asc');
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
  return first(more.reduce((union, part) => union.unionAll(part), one));
}

/** The columns of an order. */
export function shapeOfSort(sort: Sort): Shape {
  return Object.fromEntries(sort.map(({ column, kind }) => [column, kind]));
}

/** The named columns of a record's table. */
export function shapeOf({ columns }: Definition, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
}
