import type { Shape } from '../../contract/column.ts';
import type { Raw, Reader } from '../database/engine.ts';
import type { Definition } from '../definitions/define-record.ts';
import { type Condition, isAlways, toSql } from './condition.ts';
import type { Queries } from './queries.ts';
import type { Sort } from './sort.ts';

interface PageQuery {
  readonly definition: Definition;
  readonly columns: readonly string[];
  readonly sort: Sort;
  /** A row is there if it meets one of these; no row meets two. */
  readonly stretches: readonly Condition[];
}

/** The rows of one page in one statement, each stretch by an index of its own. Bound as `size` and `skip`: how many rows. */
export function pageRows(
  queries: Queries,
  reader: Reader,
  { definition, columns, sort, stretches }: PageQuery,
  values: Raw,
): Promise<Raw[]> {
  const shape = [definition.name, columns, sort, stretches];
  return queries.rows(reader, shape, values, shapeOf(definition, columns), (writer) => {
    const size = writer.slot('size') as number;
    const stretch = (condition: Condition) => {
      let select = writer.query.selectFrom(definition.name).select(columns);
      if (!isAlways(condition)) select = select.where(toSql(writer, condition));
      for (const { column, descending } of sort) select = select.orderBy(column, descending ? 'desc' : 'asc');
      return select.limit(size);
    };
    const [first = { some: [] }, ...others] = stretches;
    if (others.length === 0) return stretch(first).offset(writer.slot('skip') as number);
    const part = (condition: Condition, index: number) =>
      writer.query.selectFrom(stretch(condition).as(`stretch${index}`)).selectAll();
    let union = others.reduce(
      (all, condition, index) => all.unionAll(part(condition, index + 1)),
      part(first, 0),
    );
    for (const { column, descending } of sort) union = union.orderBy(column, descending ? 'desc' : 'asc');
    return union.limit(size);
  });
}

/** The named columns of a record's table. */
export function shapeOf({ columns }: Definition, names: readonly string[]): Shape {
  return Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
}
