import { type ExpressionBuilder, sql } from 'kysely';
import type { Raw, Reader } from '../../database/engine.ts';
import type { Tables } from '../../database/soft-deletion/tables.ts';
import { VersionedCache } from '../../database/versions/version.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';
import { always, type Condition, isAlways, toSql } from '../query/conditions/condition.ts';
import type { Queries } from '../query/queries.ts';
import type { ReadContext } from '../read-context.ts';

/** Up to this many records, counting, sorting and skipping are cheap, unless they hold long texts. */
export const FEW = 1000;

/** The part of a reader's context that counting needs. */
type Counting = Pick<ReadContext, 'version' | 'longReads'>;

/** Counts records. */
export interface Totals {
  /** How many records a collection has; null if more than FEW, and for queries. Cached until its table changes. */
  few(definition: Definition, context: Counting): MaybePromise<number | null>;
  /** The bytes of all texts of a collection that has few records. Cached until its table changes. */
  bytes(definition: Definition, context: Counting): MaybePromise<number>;
  /** How many records meet a condition, however long counting takes. */
  all(reader: Reader, definition: Definition, where: Condition, values: Raw): Promise<number>;
}

/** `readerOf` returns the reader that counts a collection's records. */
export function makeTotals(
  queries: Queries,
  readerOf: (definition: Definition, context: Counting) => MaybePromise<Reader>,
): Totals {
  const counts = new VersionedCache<Definition, number | null>(1000);
  const sizes = new VersionedCache<Definition, number>(1000);
  const count = async (reader: Reader, definition: Definition, where: Condition, values: Raw) => {
    const shape = ['count', definition.name, where, 'most' in values];
    const [record] = await queries.records(reader, shape, values, (writer) => {
      let records = writer.query.selectFrom(definition.name).select(sql<number>`1`.as('one'));
      if (!isAlways(where)) records = records.where(toSql(writer, where));
      if ('most' in values) records = records.limit(writer.slot('most') as number);
      const query = writer.query.selectFrom(records.as('records')).select((e) => e.fn.countAll().as('total'));
      return { query, columns: { total: { type: 'integer' } } };
    });
    return record?.total as number;
  };
  const measure = async (definition: Definition, context: Counting) => {
    const texts = Object.entries(definition.columns).flatMap(([name, { type }]) =>
      ['string', 'text', 'json', 'ids'].includes(type) ? [name] : [],
    );
    if (texts.length === 0) return 0;
    const reader = await readerOf(definition, context);
    const [record] = await queries.records(reader, ['bytes', definition.name], {}, (writer) => ({
      query: writer.query
        .selectFrom(definition.name)
        .select((e) => texts.map((name) => e.fn.sum(lengthOf(e, name)).as(name))),
      columns: Object.fromEntries(texts.map((name) => [name, { type: 'integer' }])),
    }));
    return texts.reduce((sum, name) => sum + Number(record?.[name] ?? 0), 0);
  };
  const remembered = <Value>(
    known: VersionedCache<Definition, Value>,
    definition: Definition,
    { version }: Counting,
    find: () => Promise<Value>,
  ): MaybePromise<Value> => {
    const before = known.get(definition, version);
    if (before !== undefined) return before;
    return find().then((value) => {
      known.set(definition, value, version, { source: { tables: [definition.name] } });
      return value;
    });
  };
  return {
    few: (definition, context) =>
      definition.sql
        ? null
        : remembered(counts, definition, context, async () => {
            const counted = await count(await readerOf(definition, context), definition, always, {
              most: FEW + 1,
            });
            return counted > FEW ? null : counted;
          }),
    bytes: (definition, context) =>
      remembered(sizes, definition, context, () => measure(definition, context)),
    all: count,
  };
}

function lengthOf(e: ExpressionBuilder<Tables, string>, column: string) {
  return e.fn<number>('octet_length', [column]);
}
