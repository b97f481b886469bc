import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { Bindings } from '../query/bindings.ts';
import { allOf, always } from '../query/condition.ts';
import { keysetRanges, mayBeShortened, writeCursor } from '../query/cursor.ts';
import { readMeasures } from '../query/measures.ts';
import { type Narrowing, readNarrowing } from '../query/narrowing.ts';
import { Queries } from '../query/queries.ts';
import { readOrder } from '../query/sort.ts';
import type { ReadContext } from '../read-context.ts';
import { findPosition } from './find-position.ts';
import { type Group, type Part, partsOf, toGroup } from './measure-parts.ts';
import { selectRanges, shapeOf } from './page-query.ts';

/** What a client asks of many rows together. */
export interface AggregateRequest extends Narrowing {
  /** `count,sum.price`; `count` by default. */
  readonly select?: string;
  /** Fields to group the rows by; without any, all rows are one group. */
  readonly group?: string;
  readonly count?: number;
  readonly after?: string;
}

export interface Groups {
  readonly items: readonly Group[];
  readonly count: number;
  readonly next: string | null;
}

export type Aggregate = (
  definition: Definition,
  request: AggregateRequest,
  context: ReadContext,
) => Promise<Groups>;

/** Aggregates rows, group by group, in the order of the grouped fields. Sums and averages are exact on every engine. */
export function makeAggregate(database: Database, catalogue: Catalogue): Aggregate {
  const queries = new Queries(database);
  const { engine } = database;
  return async (definition, request, { rights, longReads }) => {
    const { count = DEFAULT_PAGE_SIZE } = request;
    const bindings = new Bindings(engine);
    const measures = readMeasures(definition, request.select ?? 'count', rights);
    const order = readOrder(definition, request.group ?? '', rights, 'group');
    const where = readNarrowing({ catalogue, rights, bindings }, definition, request);
    const listed = { definition, sort: order, where, bindings, parameter: 'after' } as const;
    const behind =
      request.after === undefined
        ? undefined
        : await findPosition(queries, database.reads, listed, request.after);
    const ranges = behind ? keysetRanges(definition, order, behind, bindings) : [always];
    const conditions = ranges.map((range) => allOf([where, range]));
    const names = order.map(({ column }) => column);
    const parts = partsOf(measures, engine);
    if (mayBeShortened(definition, order)) parts.set(HOLDER, oneOfThem);
    const found = await queries.rows(
      longReads,
      [definition.name, [...parts.keys()], order, conditions],
      { ...bindings.values, size: count + 1, skip: 0 },
      (writer) => ({
        query: selectRanges(writer, order, conditions, (query) => {
          const select = query
            .selectFrom(definition.name)
            .select((e) => [...names, ...[...parts].map(([key, { of }]) => of(e).as(key))]);
          return names.length > 0 ? select.groupBy(names) : select;
        }),
        columns: {
          ...shapeOf(definition, names),
          ...Object.fromEntries([...parts].map(([key, { column }]) => [key, column])),
        },
      }),
    );
    const last = found.length > count ? found[count - 1] : undefined;
    return {
      items: found.slice(0, count).map((row) => toGroup(row, names, measures, engine)),
      count,
      next: last ? writeCursor(order, last, last[HOLDER]) : null,
    };
  };
}

/** One row of each group, which holds the group's texts where they are too long for a position. */
const HOLDER = '_holder';
const oneOfThem: Part = { column: { type: 'bigint' }, of: (e) => e.fn.min('id') };
