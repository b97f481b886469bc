import type { SelectQueryBuilder } from 'kysely';
import type { Shape } from '../../contract/column.ts';
import type { Raw, Reader } from '../database/engine.ts';
import type { Statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';
import type { Definition } from '../definitions/define-record.ts';
import { type Condition, type ConditionWriter, isAlways, toSql } from './condition.ts';
import type { Asked, Queries } from './queries.ts';
import type { Sort } from './sort.ts';

type Select = SelectQueryBuilder<Tables, string, Raw>;

interface PageQuery {
  readonly definition: Definition;
  readonly columns: readonly string[];
  /** Conditions that each row is judged by besides, under names of their own. */
  readonly judged?: Readonly<Record<string, Condition>>;
  readonly sort: Sort;
  /** A row is there if it meets one of these; no row meets two. */
  readonly stretches: readonly Condition[];
}

/** The rows of one page in one statement. Bound as `size` and `skip`: how many rows. */
export function pageRows(queries: Queries, reader: Reader, page: PageQuery, values: Raw): Promise<Raw[]> {
  return queries.rows(reader, ...asked(page, values));
}

/** The statement of one page, for rows that are read as something else. */
export function pageStatement(queries: Queries, page: PageQuery, values: Raw): Statement {
  return queries.statement(...asked(page, values));
}

function asked({ definition, columns, judged = {}, sort, stretches }: PageQuery, values: Raw): Asked {
  const shape = [definition.name, columns, judged, sort, stretches];
  const judgements = Object.entries(judged);
  const build = (writer: ConditionWriter) => ({
    query: inStretches(writer, sort, stretches, (query) =>
      query
        .selectFrom(definition.name)
        .select([...columns, ...judgements.map(([name, condition]) => toSql(writer, condition).as(name))]),
    ),
    columns: {
      ...shapeOf(definition, columns),
      ...Object.fromEntries(judgements.map(([name]) => [name, { type: 'boolean' } as const])),
    },
  });
  return [shape, values, build];
}

/** The first rows, in this order, of all the stretches together; each is read in that order by itself. */
export function inStretches(
  writer: ConditionWriter,
  sort: Sort,
  stretches: readonly Condition[],
  from: (query: ConditionWriter['query']) => Select,
): Select {
  const first = (select: Select) => {
    let ordered = select;
    for (const { column, descending } of sort) ordered = ordered.orderBy(column, descending ? 'desc' : 'asc');
    return ordered.limit(writer.slot('size') as number);
  };
  const parts = stretches.map((condition) => {
    const select = from(writer.query);
    return first(isAlways(condition) ? select : select.where(toSql(writer, condition)));
  });
  const [only = from(writer.query).where(toSql(writer, { some: [] })), ...others] = parts;
  if (others.length === 0) return only.offset(writer.slot('skip') as number);
  const [one = only, ...more] = parts.map(
    (part, index) => writer.query.selectFrom(part.as(`stretch${index}`)).selectAll() as Select,
  );
  return first(more.reduce((union, part) => union.unionAll(part), one));
}

/** The named columns of a record's table. */
export function shapeOf({ columns }: Definition, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
}
