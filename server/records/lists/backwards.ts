import { MAX_PLACED } from '../../../contract/limits.ts';
import type { Engine, Raw, Reader } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import {
  allOf,
  type BackCount,
  Bindings,
  type Condition,
  type ConditionWriter,
  countsOf,
  never,
  type Queries,
  type RequestedLocales,
  type Select,
  type Sort,
  toSql,
} from '../query/index.ts';
import { untilTooLong } from './answer-weight.ts';
import { type Flags, flagged, selected, shapeOf, shapeOfFlags } from './page-query.ts';

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
  readonly flags: Flags;
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

/** Up to this many records are each asked for their first ones, which reads no more of their others than the order needs. */
const MOST_APART = 32;

/** A statement for the first records that refer to some, and the values of their ids. */
interface ReadingFirst {
  readonly shape: readonly unknown[];
  readonly bound: Raw;
  readonly build: (writer: ConditionWriter) => Select;
}

export function makeBackwards(engine: Engine, queries: Queries): Backwards {
  const referringTo = (ids: readonly unknown[], by: string, visible: Condition) => {
    const bindings = new Bindings(engine, 'id');
    const isOne: Condition =
      ids.length === 0 ? never : { column: by, in: bindings.addList({ type: 'bigint' }, ids) };
    return { bound: bindings.values, wanted: allOf([visible, isOne]) };
  };
  const together = (asked: Referring, ids: readonly unknown[]): ReadingFirst => {
    const { bound, wanted } = referringTo(ids, asked.by, asked.visible);
    return { shape: ['together', wanted], bound, build: (writer) => placedTogether(writer, asked, wanted) };
  };
  const apart = (asked: Referring, ids: readonly unknown[]): ReadingFirst => {
    const bindings = new Bindings(engine, 'id');
    const slots = ids.map((id) => bindings.add({ type: 'bigint' }, id));
    const length = 2 ** Math.ceil(Math.log2(slots.length)); // few lengths make few statements; nothing refers to null
    const each = Array.from({ length }, (_, index) => slots[index] ?? NOTHING);
    return {
      shape: ['apart', each, asked.visible],
      bound: { ...bindings.values, [NOTHING]: null },
      build: (writer) => placedApart(writer, asked, each),
    };
  };
  return {
    async records(asked, ids, { values, longReads }) {
      const { definition, columns, locales, flags, by, sort, limit } = asked;
      const isFew = ids.length > 0 && ids.length <= MOST_APART;
      const { shape, bound, build } = isFew ? apart(asked, ids) : together(asked, ids);
      return queries.records(
        untilTooLong(longReads, 'expand'),
        ['back', definition.name, columns, locales?.chain, flags, by, sort, ...shape],
        { ...bound, ...values, limit, most: MAX_PLACED + 1 },
        (writer) => {
          const first = build(writer).limit(writer.slot('most') as number);
          return { query: first, columns: { ...shapeOf(definition, columns), ...shapeOfFlags(flags) } };
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

/** The slot of a reference to nothing. */
const NOTHING = 'nothing';

/**
 * All records that refer to some, numbered for each of these; of each, the first. Columns are named with their table: MariaDB would
 * sort by what is shown of a text in another language.
 */
function placedTogether(writer: ConditionWriter, asked: Referring, wanted: Condition): Select {
  const { definition, columns, locales, flags, by, sort } = asked;
  const placed = writer.query
    .selectFrom(definition.name)
    .select((e) => [
      ...selected(definition, columns, locales),
      ...flagged(writer, flags),
      e.fn
        .agg<number>('row_number')
        .over((over) =>
          sort.reduce(
            (ordered, { column, descending }) =>
              ordered.orderBy(e.ref(`${definition.name}.${column}`), descending ? 'desc' : 'asc'),
            over.partitionBy(by),
          ),
        )
        .as(PLACE),
    ])
    .where(toSql(writer, wanted));
  return writer.query
    .selectFrom(placed.as('records'))
    .select([...columns, ...Object.keys(flags)])
    .where(PLACE, '<=', writer.slot('limit'))
    .orderBy(by)
    .orderBy(PLACE);
}

/** The first records that refer to each of these, by a query for each of them. */
function placedApart(writer: ConditionWriter, asked: Referring, ids: readonly string[]): Select {
  const { definition, columns, locales, flags, visible, by, sort } = asked;
  const sorted = sort.map(({ descending }, index) => [`_sort${index}`, descending ? 'desc' : 'asc'] as const);
  const parts = ids.map((id, place) => {
    const all = writer.query
      .selectFrom(definition.name)
      .select((e) => [
        ...selected(definition, columns, locales),
        ...flagged(writer, flags),
        ...sort.map(({ column }, index) => e.ref(`${definition.name}.${column}`).as(`_sort${index}`)),
      ])
      .where(toSql(writer, allOf([visible, { column: by, is: '=', slot: id }])));
    const first = sorted
      .reduce((ordered, [name, way]) => ordered.orderBy(name, way), all)
      .limit(writer.slot('limit') as number);
    return writer.query.selectFrom(first.as(`of${place}`)).selectAll();
  });
  const [one, ...others] = parts;
  if (!one) throw new Error('records that refer to none were asked for');
  const union = others.reduce((joined, part) => joined.unionAll(part), one);
  const records = writer.query
    .selectFrom(union.as('records'))
    .select([...columns, ...Object.keys(flags)])
    .orderBy(by);
  return sorted.reduce((ordered, [name, way]) => ordered.orderBy(name, way), records) as Select;
}
