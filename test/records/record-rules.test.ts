import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  bigint,
  boolean,
  choice,
  date,
  dateTime,
  decimal,
  defineCollection,
  integer,
  json,
  longText,
  type NewRecord,
  reference,
  references,
  text,
} from '../../server/definitions/index.ts';
import type { Where } from '../../server/definitions/types/where.ts';
import { makeRecordStore } from '../../server/records/record-store.ts';
import { matchingRecords } from '../../server/records/store/reachable-records.ts';
import { openTemporary } from '../database/open-temporary.ts';

const place = defineCollection({
  name: 'place',
  label: 'Place',
  audit: 'none',
  fields: { word: text({ max: 20 }), size: integer(), within: reference('place') },
});
const thing = defineCollection({
  name: 'thing',
  label: 'Thing',
  audit: 'creation',
  fields: {
    word: text({ max: 20 }),
    story: longText({ default: '' }),
    size: integer(),
    weight: bigint(),
    price: decimal({ precision: 9, scale: 3 }),
    kind: choice(['a', 'b', 'ab']),
    old: boolean(),
    day: date(),
    seen: dateTime(),
    extra: json(),
    place: reference('place'),
    places: references('place'),
  },
});
const { database, catalogue } = await openTemporary([place, thing]);
const { reads, write } = makeRecordStore(database, catalogue);
const act = { actor: { id: 3n, username: 'ann' }, requestId: 'r', now: 1000 };

const word = fc.constantFrom('a', 'A', 'ab', 'b ', 'b', 'é', '\ue000', '\u{1f600}', 'ß', '%', '_');
const size = fc.constantFrom(-1, 0, 1, 2);
const weight = fc.constantFrom(-1n, 0n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n);
const price = fc.constantFrom('-1.500', '0.000', '9.990', '10.000', '10.001');
const kind = fc.constantFrom('a', 'b', 'ab');
const day = fc.constantFrom('2025-12-31', '2026-01-01', '2026-01-02');
const seen = fc.constantFrom(0, 1_767_225_600_000, 1_767_225_600_001);
const id = fc.constantFrom(1n, 2n, 3n);
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const values = { word, story: word, size, weight, price, kind, day, seen };
const ordered = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];
const comparisons = <T>(value: fc.Arbitrary<T>, words: readonly string[] = ordered) =>
  fc.oneof(
    value,
    fc.record({ value, word: fc.constantFrom(...words) }).map((one) => ({ [one.word]: one.value })),
    fc.array(value, { maxLength: 3 }).map((some) => ({ in: some })),
    fc.boolean().map((isNull) => ({ null: isNull })),
  );
const texts = fc
  .record({ word, by: fc.constantFrom('contains', 'starts', 'ends') })
  .map((one) => ({ [one.by]: one.word }));
const ofPlace: fc.Arbitrary<Where> = fc.oneof(
  comparisons(word).map((word) => ({ word })),
  comparisons(size).map((size) => ({ size })),
  fc.record({ within: comparisons(size).map((size) => ({ size })) }),
);
const one: fc.Arbitrary<Where> = fc.oneof(
  ...Object.entries(values).map(([name, value]) =>
    comparisons(value as fc.Arbitrary<unknown>).map((comparison) => ({ [name]: comparison })),
  ),
  fc.constantFrom('word', 'story').chain((name) => texts.map((comparison) => ({ [name]: comparison }))),
  fc.boolean().map((old) => ({ old })),
  fc.boolean().map((isNull) => ({ extra: { null: isNull } })),
  fc.boolean().map((isNull) => ({ places: { null: isNull } })),
  fc.constantFrom(3n, 4n).map((create_user_id) => ({ create_user_id })),
  ofPlace.map((place) => ({ place })),
  ofPlace.map((places) => ({ places })),
  comparisons(id, ['eq', 'lt', 'gte'])
    .filter((one) => !(typeof one === 'object' && 'null' in one))
    .map((places) => ({ places })),
) as fc.Arbitrary<Where>;
const where = fc.oneof(
  one,
  fc.array(one, { minLength: 1, maxLength: 3 }).map((or) => ({ or })),
  fc.array(one, { minLength: 1, maxLength: 3 }).map((and) => ({ and })),
) as fc.Arbitrary<Where>;
const records = fc.array(
  fc.record({
    word: orNull(fc.oneof(word, fc.constant(''))),
    story: word,
    size: orNull(size),
    weight: orNull(weight),
    price: orNull(price),
    kind: orNull(kind),
    old: orNull(fc.boolean()),
    day: orNull(day),
    seen: orNull(seen),
    extra: orNull(fc.constant([1])),
    place: orNull(id),
    places: fc.uniqueArray(id),
  }),
  { minLength: 1, maxLength: 8 },
);

await write(act, async (writes) => {
  await writes.create(place, { word: 'a', size: 1 });
  await writes.create(place, { word: 'é', size: null, within: 1n });
  await writes.create(place, { word: null, size: 2, within: 2n });
});

test('a condition says the same of records in the database and of records in hand', async () => {
  const property = fc.asyncProperty(
    records,
    fc.array(where, { minLength: 10, maxLength: 10 }),
    async (made, rules) => {
      const ids = await write(act, (writes) => writes.createMany(thing, made as NewRecord<typeof thing>[]));
      const kept = await reads.where(thing, (select) => select.where('id', 'in', ids));
      for (const rule of rules) {
        const bySql = await reads.idsAmong(thing, ids, rule);
        const byHand = await matchingRecords(reads, thing, rule, kept as never);
        assert.deepEqual(
          new Set(byHand.map((record) => (record as { id: bigint }).id)),
          bySql,
          JSON.stringify(rule, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
        );
      }
    },
  );
  await fc.assert(property, { numRuns: 60 });
});
