import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Shape } from '../../contract/column.ts';
import { decode, rowReader } from '../../server/database/values.ts';
import { makeCatalogue } from '../../server/definitions/catalogue.ts';
import { defineCollection, text } from '../../server/definitions/index.ts';
import { newDatabase } from '../support/test-database.ts';
import { openFilled } from './open-temporary.ts';

/** So many that the records are made by code of their own. */
const OFTEN = 1000;

const shape: Shape = {
  id: { type: 'bigint' },
  title: { type: 'string', length: 20 },
  body: { type: 'text' },
  pages: { type: 'integer' },
  price: { type: 'decimal', precision: 10, scale: 2 },
  isSold: { type: 'boolean' },
  time: { type: 'time' },
  tags: { type: 'json' },
  others: { type: 'ids' },
  '_sum.price': { type: 'text' },
  'with "quotes" and \\': { type: 'text' },
};

const stored = {
  id: 9007199254740993n,
  title: '',
  body: '文',
  pages: 0n,
  price: -5n,
  isSold: 0n,
  time: '1700000000000',
  tags: '{"a":[1,null]}',
  others: '[1,9007199254740993]',
  '_sum.price': '0 5',
  'with "quotes" and \\': 'x',
};

for (const [what, raw] of [
  ['values of every kind', stored],
  ['nothing but nulls', Object.fromEntries(Object.keys(stored).map((name) => [name, null]))],
  ['an id alone', { id: 1n, title: null }],
] as const)
  test(`a record with ${what} is read alike, however often`, () => {
    const read = rowReader<object>({ decode }, shape);
    const first = read(raw);
    assert.deepEqual(Object.keys(first), Object.keys(shape));
    for (let count = 0; count < OFTEN; count += 1) assert.deepEqual(read(raw), first);
  });

test('a record that cannot be read fails alike, however often', () => {
  const read = rowReader<object>({ decode }, { tags: { type: 'json' } });
  for (let count = 0; count < OFTEN; count += 1)
    assert.throws(() => read({ tags: '{' }), { message: "the value of 'tags' is no json" });
});

test('a statement answers the same records, however often', async () => {
  const fields = { title: text({ max: 20 }), author: text({ max: 20 }) };
  const book = defineCollection({ name: 'book', label: 'Book', audit: 'none', fields });
  const behind = await newDatabase();
  const database = await openFilled(behind.address, makeCatalogue([book]), async ({ query }, connection) => {
    for (const record of [
      { title: 'a', author: null },
      { title: null, author: 'b' },
    ])
      await connection.run(query.insertInto('book').values(record).compile());
  });
  behind.closeFirst(() => database.close());
  const statement = database.query
    .selectFrom('book')
    .select(['title', 'author', 'title as again'])
    .orderBy('id')
    .compile();
  for (let count = 0; count < OFTEN; count += 1)
    assert.deepEqual(
      (await database.reads.all(statement)).map((record) => ({ ...record })),
      [
        { title: 'a', author: null, again: 'a' },
        { title: null, author: 'b', again: null },
      ],
    );
});
