import { type AliasableExpression, type ExpressionBuilder, sql } from 'kysely';
import type { Column } from '../../../contract/column.ts';
import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Database } from '../../database/database.ts';
import type { Engine, Raw } from '../../database/engine.ts';
import type { Tables } from '../../database/tables.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import { Bindings } from '../query/bindings.ts';
import { allOf, always } from '../query/condition.ts';
import { keysetRanges, mayBeShortened, writeCursor } from '../query/cursor.ts';
import { type Measures, readMeasures, toAverage, toSum } from '../query/measures.ts';
import { type Narrowing, readNarrowing } from '../query/narrowing.ts';
import { Queries } from '../query/queries.ts';
import { readOrder } from '../query/sort.ts';
import type { ReadContext } from '../read-context.ts';
import { findPosition } from './find-position.ts';
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

/** One group: the values that its rows share, and the measures, by measure and field. */
export interface Group {
  readonly group: Raw;
  readonly count?: number;
  readonly [measure: string]: unknown;
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

/** A column of the result: how it is computed, and what it holds. */
interface Part {
  readonly column: Column;
  of(e: ExpressionBuilder<Tables, string>): AliasableExpression<unknown>;
}

/** One row of each group, which holds the group's texts where they are too long for a position. */
const HOLDER = '_holder';
const oneOfThem: Part = { column: { type: 'bigint' }, of: (e) => e.fn.min('id') };

/** The columns that a statement must compute, under names that no field has. */
function partsOf({ count, of }: Measures, { sum }: Engine): Map<string, Part> {
  const parts = new Map<string, Part>();
  if (count) parts.set('_count', { column: { type: 'integer' }, of: (e) => e.fn.countAll() });
  for (const { measure, name, column } of of) {
    if (measure === 'min' || measure === 'max') {
      parts.set(`_${measure}.${name}`, { column, of: (e) => e.fn[measure](name) });
      continue;
    }
    parts.set(`_sum.${name}`, { column: { type: 'text' }, of: () => sql.raw(sum.sql(name)) });
    parts.set(`_held.${name}`, { column: { type: 'integer' }, of: (e) => e.fn.count(name) });
  }
  return parts;
}

function toGroup(row: Raw, names: readonly string[], { count, of }: Measures, { sum }: Engine): Group {
  const computed: Record<string, Raw> = {};
  for (const { measure, name, column } of of) {
    const held = BigInt((row[`_held.${name}`] as number | undefined) ?? 0);
    const units = held > 0n ? sum.read(row[`_sum.${name}`]) : 0n;
    const value = {
      min: () => row[`_min.${name}`],
      max: () => row[`_max.${name}`],
      sum: () => toSum(column, units),
      avg: () => (held > 0n ? toAverage(column, units, held) : null),
    }[measure]();
    computed[measure] = { ...computed[measure], [name]: value };
  }
  const group = Object.fromEntries(names.map((name) => [name, row[name]]));
  return { group, ...(count && { count: row._count as number }), ...computed };
}
