import { MAX_PLACED } from '../../../contract/limits.ts';
import type { Engine, Raw, Reader } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { Bindings } from '../query/conditions/bindings.ts';
import { allOf, type Condition, never, toSql } from '../query/conditions/condition.ts';
import type { Queries } from '../query/queries.ts';
import type { RequestedLocales } from '../query/requested-locales.ts';
import type { BackCount } from '../query/selection.ts';
import type { Sort } from '../query/sort.ts';
import { countsOf } from '../query/source.ts';
import { untilTooLong } from './answer-weight.ts';
import { selected, shapeOf } from './page-query.ts';

/** The bindings of conditions, and the reader: off the event loop, because any number of records may refer to one. */
export interface Backward {
  readonly values: Raw;
  readonly longReads: Reader;
}

/** The records that refer by a field: which columns of them, in which order, and how many for each record. */
interface Referring {
  readonly definition: Definition;
  readonly columns: readonly string[];
  readonly locales: RequestedLocales | undefined;
  readonly visible: Condition;
  readonly by: string;
  readonly sort: Sort;
  readonly limit: number;
}

/** Reads along ways back, each with one statement, however many records it begins at. */
export interface Backwards {
  /** The first records that refer to each of these ids. */
  records(asked: Referring, ids: readonly unknown[], context: Backward): Promise<Raw[]>;
  /** How many records refer to an id; ids that none refers to are absent. */
  counts(
    asked: BackCount,
    ids: readonly unknown[],
    context: Backward,
  ): Promise<ReadonlyMap<unknown, unknown>>;
}

/** The number of a record among those that refer to the same record, under a name that no field has. */
const PLACE = '_place';

export function makeBackwards(engine: Engine, queries: Queries): Backwards {
  const referringTo = (ids: readonly unknown[], by: string, visible: Condition) => {
    const bindings = new Bindings(engine, 'id');
    const isOne: Condition =
      ids.length === 0 ? never : { column: by, in: bindings.addList({ type: 'bigint' }, ids) };
    return { bound: bindings.values, wanted: allOf([visible, isOne]) };
  };
  return {
    async records({ definition, columns, locales, visible, by, sort, limit }, ids, { values, longReads }) {
      const { bound, wanted } = referringTo(ids, by, visible);
      return queries.records(
        untilTooLong(longReads, 'expand'),
        ['back', definition.name, columns, locales?.chain, wanted, by, sort],
        { ...bound, ...values, limit, most: MAX_PLACED + 1 },
        (writer) => {
          const placed = writer.query
            .selectFrom(definition.name)
            .select((e) => [
              ...selected(definition, columns, locales),
              e.fn
                .agg<number>('row_number')
                .over((over) =>
                  sort.reduce(
                    (ordered, { column, descending }) => ordered.orderBy(column, descending ? 'desc' : 'asc'),
                    over.partitionBy(by),
                  ),
                )
                .as(PLACE),
            ])
            .where(toSql(writer, wanted));
          const query = writer.query
            .selectFrom(placed.as('records'))
            .select([...columns])
            .where(PLACE, '<=', writer.slot('limit'))
            .orderBy(by)
            .orderBy(PLACE)
            .limit(writer.slot('most') as number);
          return { query, columns: shapeOf(definition, columns) };
        },
      );
    },
    async counts({ collection, by, visible }, ids, { values, longReads }) {
      const { bound, wanted } = referringTo(ids, by, visible);
      const counted = await queries.records(
        longReads,
        ['counts', collection, by, wanted],
        { ...bound, ...values },
        (writer) => ({
          query: countsOf(writer, { collection, field: by, visible: wanted }),
          columns: { id: { type: 'bigint' }, records: { type: 'integer' } },
        }),
      );
      return new Map(counted.map((record) => [record.id, record.records]));
    },
  };
}
