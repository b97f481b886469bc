import { sql } from 'kysely';
import { DEFAULT_PAGE_SIZE } from '../../../contract/limits.ts';
import type { Database, Raw } from '../../database/index.ts';
import type { Catalogue, Definition } from '../../definitions/for-server.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { makeRequireIndex } from '../fulltext/index-state.ts';
import {
  always,
  Bindings,
  inRange,
  keysetRanges,
  mayBeShortened,
  type Narrowing,
  nameOfPeriod,
  Paths,
  Queries,
  readMeasures,
  readNarrowing,
  readOrder,
  readParts,
  recordsWith,
  rightsWhereNamed,
  type Scope,
  type Sort,
  writeCursor,
} from '../query/index.ts';
import type { ReadContext } from '../read-context.ts';
import { findCandidates } from '../trigrams/candidates.ts';
import { findPosition } from './find-position.ts';
import { type Group, type Part, partsOf, toGroup } from './measure-parts.ts';
import { selectRanges, shapeOfSort } from './page-query.ts';

/** A client's request for measures of many records. */
export interface AggregateRequest extends Narrowing {
  /** `count,sum.price`; `count` by default. */
  readonly select?: string;
  /** Fields to group the records by; without any, all records are one group. */
  readonly group?: string;
  /** Where days, weeks, months and years begin: an IANA name or an offset; UTC by default. */
  readonly zone?: string;
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

/** Aggregates records, group by group, in the order of the grouped fields. Sums and averages are exact on every engine. */
export function makeAggregate(database: Database, catalogue: Catalogue): Aggregate {
  const queries = new Queries(database);
  const { engine } = database;
  const requireIndex = makeRequireIndex(database);
  return async (definition, request, { rights, longReads, version }) => {
    const { count = DEFAULT_PAGE_SIZE } = request;
    const bindings = new Bindings(engine);
    const scope: Scope = { catalogue, rights, bindings };
    const named = new Paths(scope, definition, request);
    const naming = rightsWhereNamed(scope, definition, request);
    const measures = readMeasures(definition, request.select ?? 'count', naming, named);
    const order = readOrder({ definition, rights: naming, paths: named }, request.group ?? '', 'group');
    const asked = request.q === undefined ? undefined : readParts(scope, definition, request.q);
    const among = asked && (await findCandidates(database, longReads, definition, asked));
    const where = readNarrowing(scope, definition, { ...request, among });
    if (request.search !== undefined) await requireIndex(definition, version);
    const paths = named.all;
    const listed = { definition, sort: order, paths, where, bindings, parameter: 'after' } as const;
    const behind =
      request.after === undefined
        ? undefined
        : await findPosition(queries, database.reads, listed, request.after);
    const ranges = behind ? keysetRanges(order, behind, bindings) : [always];
    const conditions = ranges.map((range) => inRange(range, where));
    const names = order.map(({ column }) => column);
    const parts = partsOf(measures, engine);
    if (mayBeShortened(order)) parts.set(HOLDER, oneOf(definition));
    const found = await queries.records(
      longReads,
      [definition.name, [...parts.keys()], order, paths, conditions],
      { ...bindings.values, size: count + 1, skip: 0 },
      (writer) => ({
        query: selectRanges(writer, order, conditions, () => {
          const select = recordsWith(writer, definition, paths).select((e) => [
            ...names,
            ...[...parts].map(([key, { of }]) => of(e).as(key)),
          ]);
          if (names.length > 0) return select.groupBy(names);
          // MariaDB runs a prepared aggregate over computed columns once, unless it is grouped: here into one group.
          return paths.length > 0 ? select.groupBy(sql`${sql.ref('id')} is null`) : select;
        }),
        columns: {
          ...shapeOfSort(order),
          ...Object.fromEntries([...parts].map(([key, { column }]) => [key, column])),
        },
      }),
    );
    const last = found.length > count ? found[count - 1] : undefined;
    return {
      items: (names.length === 0 && found.length === 0 ? [{}] : found)
        .slice(0, count)
        .map((record) => written(toGroup(record, sharedOf(named, order, record), measures, engine))),
      count,
      next: last ? writeCursor(order, last, last[HOLDER]) : null,
    };
  };
}

/** A record of each group, from which texts are read that are too long for a cursor. */
const HOLDER = '_holder';
const oneOf = ({ columns }: Definition): Part => ({
  column: columns.id ?? { type: 'bigint' },
  of: (e) => e.fn.min('id'),
});

/** The values that the records of a group share, by the requested names. */
function sharedOf(paths: Paths, order: Sort, record: Raw): Raw {
  const shared = order.map(({ column }) => {
    const period = paths.all.find((path) => path.column === column)?.period;
    const value = record[column];
    const shown = period && typeof value === 'number' ? nameOfPeriod(period.length, value) : value;
    return [paths.nameOf(column), shown] as const;
  });
  return Object.fromEntries(shared);
}

/** Schemas cannot name every path. Values without a schema are written by JSON, which does not know bigints. */
function written(group: Group): Group {
  const parts = Object.entries(group).map(([part, values]) => [
    part,
    typeof values === 'object' ? Object.fromEntries(Object.entries(values as Raw).map(exactly)) : values,
  ]);
  return Object.fromEntries(parts);
}

function exactly([name, value]: [string, unknown]): [string, unknown] {
  const isUnnamed = typeof value === 'bigint' && name.includes('.');
  return [name, isUnnamed ? new ExactNumber(String(value)) : value];
}
