// Takes long: each kind of a stricter definition starts servers over a database of its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { preview } from '../../server/database/schema/migrate.ts';
import type { Catalogue } from '../../server/definitions/catalogue.ts';
import type { Fields } from '../../server/definitions/field.ts';
import {
  bigint,
  blocks,
  choice,
  date,
  dateTime,
  decimal,
  email,
  group,
  integer,
  json,
  list,
  longText,
  reference,
  references,
  text,
} from '../../server/definitions/index.ts';
import { newDatabase, type TestDatabase } from '../support/test-database.ts';
import { apply, book, catalogueOf, start, withContext } from './migrating.ts';

type Kind = Fields[string];

const obstacles = async (kept: TestDatabase, catalogue: Catalogue) =>
  (await withContext(kept, catalogue, preview)).steps.flatMap((step) => step.obstacles).join('\n');

const wide = text({ max: 9 });
const blocksOf = (...words: readonly [string, ...string[]]) =>
  blocks({ quote: group({ tone: choice(words) }), rule: group({ width: integer() }) });
const json2 = (value: unknown) => JSON.stringify(value);

/** What, the field before, its values in three records, the stricter field, a value that is left, and what is said. */
const narrowings: [string, Kind, unknown[], Kind, RegExp][] = [
  [
    'a word is taken out',
    choice(['a', 'b', 'c']),
    ['a', 'b', 'c'],
    choice(['a', 'd']),
    /2 records .* 2 \("b"\), 3 \("c"\)/,
  ],
  ['a least number', integer(), [-1, 0, 5], integer({ min: 0 }), /1 record .* 1 \(-1\)/],
  ['a greatest number', integer({ max: 100 }), [7, 50, 51], integer({ max: 50 }), /1 record .* 3 \(51\)/],
  [
    'a greatest number of 64 bits',
    bigint(),
    [1n, 2n ** 60n, 3n],
    bigint({ max: 9n }),
    /1 record .* 2 \(1152921504606846976\)/,
  ],
  [
    'a least amount',
    decimal({ precision: 9, scale: 2 }),
    [1, 100, 99],
    decimal({ precision: 9, scale: 2, min: '1' }),
    /2 records .* 1 \("0\.01"\), 3/,
  ],
  [
    'a pattern',
    wide,
    ['ABCDEF', 'RIC', null],
    text({ max: 9, pattern: /[A-Z]{6}/ }),
    /1 record .* 2 \("RIC"\)/,
  ],
  [
    'another pattern',
    text({ max: 9, pattern: /\w+/ }),
    ['a', "it's", 'b'],
    text({ max: 9, pattern: /a|'/ }),
    /2 records/,
  ],
  ['a least length', wide, ['ab', 'a', ''], text({ max: 9, min: 2 }), /2 records .* 2 \("a"\), 3 \(""\)/],
  [
    'a text that must be there',
    wide,
    ['ab', '', 'c'],
    text({ max: 9, default: 'x', min: 1 }),
    /1 record .* 2 \(""\)/,
  ],
  [
    'a greatest length of long texts',
    longText(),
    ['abc', 'abcd', null],
    longText({ max: 3 }),
    /1 record .* 2 \("abcd"\)/,
  ],
  ['a first day', date(), ['2026-01-01', '1999-12-31', null], date({ min: '2000-01-01' }), /1 record .* 2/],
  ['a last moment', dateTime(), [0, 10, null], dateTime({ max: 9 }), /1 record .* 2/],
  ['less depth', json(), ['[1]', '[[1]]', '1'], json({ depth: 1 }), /1 record .* 2/],
  ['less JSON', json(), ['"abcdef"', '1', '2'], json({ max: 4 }), /1 record .* 1/],
  [
    'fewer references',
    references('book'),
    ['[1,2,3]', '[1]', '[]'],
    references('book', { max: 2 }),
    /1 record .* 1/,
  ],
  [
    'references that must be there',
    references('book'),
    ['[1]', '[]', '[]'],
    references('book', { required: true }),
    /2 records .* 2 .* 3/,
  ],
  ['fewer elements', list(integer()), ['[1,2]', '[1]', '[]'], list(integer(), { max: 1 }), /1 record .* 1/],
  [
    'more elements',
    list(integer()),
    ['[1,2]', '[1]', '[]'],
    list(integer(), { required: true, min: 2 }),
    /2 records .* 2 .* 3/,
  ],
  [
    'elements of a bound',
    list(integer()),
    ['[1,9]', '[1]', '[]'],
    list(integer({ max: 8 })),
    /1 record .* 1/,
  ],
  [
    'a bound in a group',
    group({ size: integer() }),
    ['{"size":9}', '{"size":1}', null],
    group({ size: integer({ max: 8 }) }),
    /1 record .* size must/,
  ],
  [
    'a word in a block',
    blocksOf('a', 'b'),
    [json2([{ type: 'quote', tone: 'a' }]), json2([{ type: 'quote', tone: 'b' }]), '[]'],
    blocksOf('a'),
    /1 record .* 2 .*0\.tone/,
  ],
  [
    'a type of block',
    blocksOf('a'),
    [json2([{ type: 'rule', width: 1 }]), '[]', '[]'],
    blocks({ quote: group({ tone: choice(['a']) }) }),
    /1 record .* 1/,
  ],
  ['a text as a word', wide, ['a', 'b', null], choice(['a']), /1 record .* 2 \("b"\)/],
  [
    'numbers as references',
    bigint(),
    [1n, 77n, null],
    reference('book'),
    /1 record .* 2 \(77\); record 2: no record of book has the id 77/,
  ],
];

describe('records that a stricter definition refuses stop a migration and a start:', () => {
  for (const [what, before, values, after, said] of narrowings)
    test(what, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before }), { book: values.map((extra) => ({ extra })) });
      const strict = book({ extra: after });
      assert.match(await obstacles(kept, strict), said);
      await assert.rejects(apply(kept, strict), said);
      await assert.rejects(start(kept, strict), /extra/);
      await start(kept, book({ extra: before })); // nothing was changed
      await kept.change('delete from book');
      await apply(kept, strict);
      await start(kept, strict);
    });
});

test('records of the trash count, and those of drafts', async () => {
  const of = (extra: Kind) =>
    catalogueOf({
      name: 'book',
      label: 'X',
      path: '/v1/book',
      audit: 'full',
      drafts: true,
      fields: { extra },
      access: {
        read: { level: 'login' },
        create: { level: 'login' },
        update: { level: 'login' },
        delete: { level: 'login' },
      },
    } as never);
  const kept = await newDatabase();
  await start(kept, of(choice(['a', 'b'])), {
    book: [{ extra: 'b', is_deleted: true }],
    book_drafts: [{ extra: 'b' }, { extra: 'b' }],
  });
  const said = await obstacles(kept, of(choice(['a'])));
  assert.match(said, /^1 record .* 1 \("b"/m);
  assert.match(said, /^2 records .* 1 \("b"\), 2 \("b"\)/m);
});

test('what became looser is no step, and a start goes on', async () => {
  const kept = await newDatabase();
  const looser: [Kind, Kind][] = [
    [choice(['a']), choice(['b', 'a'])],
    [integer({ min: 3, max: 5 }), integer({ min: 2 })],
    [text({ max: 9, required: true }), text({ max: 10, default: '' })],
    [json({ depth: 2 }), json({ depth: 3 })],
    [list(integer({ max: 3 }), { max: 2 }), list(integer({ max: 4 }), { max: 3 })],
    [references('book', { max: 3 }), references('book', { max: 4 })],
  ];
  const of = (at: 0 | 1) => book(Object.fromEntries(looser.map((pair, index) => [`f${index}`, pair[at]])));
  await start(kept, of(0));
  const { steps } = await withContext(kept, of(1), preview);
  assert.deepEqual(
    steps.map(({ step }) => step.summary),
    ['is string 9 in the table but string 10 in the definition: it is widened'],
  );
  await start(kept, of(1));
});

test('a reference that leads to another collection is refused while records hold ids', async () => {
  const kept = await newDatabase();
  const of = (...targets: string[]) =>
    catalogueOf(
      ...['shop', 'store', 'book'].map((name) => ({
        name,
        label: 'X',
        audit: 'none' as const,
        fields: {
          title: text({ max: 9 }),
          ...(name === 'book' && {
            one: reference(targets[0] as never),
            many: references(targets[1] as never),
            inside: group({ one: reference(targets[2] as never) }),
          }),
        } as Fields,
      })),
    );
  const held = { one: 1n, many: '[1]', inside: '{"one":1}' };
  await start(kept, of('shop', 'shop', 'shop'), {
    shop: [{ title: 'A' }],
    store: [{ title: 'B' }],
    book: [held, { many: '[]' }],
  });
  for (const targets of [
    ['store', 'shop', 'shop'],
    ['shop', 'store', 'shop'],
    ['shop', 'shop', 'store'],
  ]) {
    const said = /1 record .* 1 .*; record 1: a record of shop, not of store/;
    assert.match(await obstacles(kept, of(...targets)), said);
    await assert.rejects(start(kept, of(...targets)), said);
  }
});

test('a collection with another name is the same target', async () => {
  const kept = await newDatabase();
  const shop = (name: string, renamedFrom: object = {}) => ({
    name,
    label: 'X',
    audit: 'none' as const,
    fields: { title: text({ max: 9 }) },
    ...renamedFrom,
  });
  const of = (target: string) => ({
    name: 'book',
    label: 'X',
    audit: 'none' as const,
    fields: { one: reference(target as never) },
  });
  await start(kept, catalogueOf(shop('shop'), of('shop')), { shop: [{ title: 'A' }], book: [{ one: 1n }] });
  const renamed = catalogueOf(shop('store', { renamedFrom: 'shop' }), of('store'));
  await apply(kept, renamed);
  await start(kept, renamed);
});

test('parents that become a tree may not be below themselves', async () => {
  const kept = await newDatabase();
  const of = (options: object) => book({ up: reference('book', options) });
  await start(kept, of({}), { book: [{ up: null }, { up: 1n }, { up: 4n }, { up: 3n }] });
  const said = /2 records are below themselves or too deep for a tree: 3, 4/;
  assert.match(await obstacles(kept, of({ tree: true })), said);
  await assert.rejects(start(kept, of({ tree: true })), said);
  await kept.change('update book set up = null where id = 3');
  await start(kept, of({ tree: true }));
});

describe('words with another name', () => {
  test('are renamed in records by a migration, and a start waits for it', async () => {
    const kept = await newDatabase();
    const before = { state: choice(['draft', 'live']), parts: list(choice(['draft', 'live'])) };
    const renamedWords = { live: 'published' } as const;
    const after = {
      state: choice(['draft', 'published'], { renamedWords }),
      parts: list(choice(['draft', 'published'], { renamedWords })),
    };
    await start(kept, book(before), {
      book: [
        { state: 'live', parts: '["draft","live"]' },
        { state: 'draft', parts: '[]' },
      ],
    });
    await assert.rejects(start(kept, book(after)), /'live' becomes 'published'/);
    await apply(kept, book(after));
    assert.deepEqual(await kept.look('select state, parts from book order by id'), [
      { state: 'published', parts: '["draft","published"]' },
      { state: 'draft', parts: '[]' },
    ]);
    await start(kept, book(after));
    await start(kept, book({ ...after, state: choice(['draft', 'published', 'new'], { renamedWords }) }));
  });
});

test('values from before a rule stay where the definition says why', async () => {
  const kept = await newDatabase();
  const before = { code: text({ max: 9 }), state: choice(['a', 'b']), size: integer() };
  const legacy = 'codes of 2025 were longer';
  const after = {
    code: text({ max: 3, legacy }),
    state: choice(['a'], { legacy }),
    size: integer({ max: 3, legacy }),
  };
  await start(kept, book(before), { book: [{ code: 'ABCDE', state: 'b', size: 9 }] });
  await start(kept, book(after));
  await start(kept, book(after));
  const strict = book({ code: text({ max: 3 }), state: choice(['a']), size: integer({ max: 3 }) });
  assert.equal((await obstacles(kept, strict)).split('\n').length, 3);
  await start(kept, book(before));
});

test('a database whose rules were never recorded is looked at once', async () => {
  const kept = await newDatabase();
  await start(kept, book({ state: choice(['a', 'b']) }), { book: [{ state: 'b' }] });
  const [{ kind = '' } = {}] = await kept.look("select kind from quire_schema where place = 'book.state'");
  const { rule: _, ...recorded } = JSON.parse(String(kind));
  await kept.change(
    `update quire_schema set kind = '${JSON.stringify(recorded)}' where place = 'book.state'`,
  );
  await assert.rejects(
    start(kept, book({ state: choice(['a']) })),
    /1 record holds a value that does not fit: 1 \("b"\)/,
  );
  await start(kept, book({ state: choice(['a', 'b']) }));
  assert.deepEqual((await withContext(kept, book({ state: choice(['a', 'b']) }), preview)).steps, []);
});

describe('a value is in the way if', () => {
  const unique = { unique: true } as const;
  const repeating: [string, Kind, unknown[], Kind, RegExp][] = [
    ['a conversion makes two the same', wide, ['1', '01', '7'], integer(unique), /: 1 in 2 records \(1, 2\)/],
    [
      'cleaning does',
      text({ max: 50, ...unique }),
      ['A@x.org', 'a@x.org', null],
      email(unique),
      /"a@x\.org" in 2 records \(1, 2\)/,
    ],
    [
      'two words become one',
      choice(['a', 'b', 'c'], unique),
      ['a', 'b', 'c'],
      choice(['a', 'c'], { ...unique, renamedWords: { b: 'a' } }),
      /"a" in 2 records \(1, 2\)/,
    ],
    [
      'nulls get a default that another holds',
      text({ max: 9, ...unique }),
      [null, 'x', 'c'],
      text({ max: 9, ...unique, default: 'x' }),
      /"x" in 2 records \(1, 2\)/,
    ],
    [
      'several nulls get it',
      wide,
      [null, null, 'c'],
      text({ max: 9, ...unique, default: 'x' }),
      /"x" in 2 rec/,
    ],
    [
      'it differs from what unique addresses are stored as',
      email(),
      ['A@x.org', 'b@x.org', null],
      email(unique),
      /1 record .* 1 \("A@x\.org"\); record 1: is stored as "a@x\.org" by now/,
    ],
    [
      'it differs from what lines are stored as',
      text({ max: 9, multiline: true }),
      [' a', 'a b', null],
      wide,
      /1 record .* 1 \(" a"\); record 1: is stored as "a"/,
    ],
    [
      'a text inside does',
      list(text({ max: 9, multiline: true })),
      ['["a","b "]', '["a"]', '[]'],
      list(wide),
      /1 record .* 1 .* is stored as \["a","b"\]/,
    ],
  ];
  for (const [what, before, values, after, said] of repeating)
    test(what, async () => {
      const kept = await newDatabase();
      await start(kept, book({ extra: before }), { book: values.map((extra) => ({ extra })) });
      const strict = book({ extra: after });
      assert.match(await obstacles(kept, strict), said);
      await assert.rejects(apply(kept, strict), said);
      await assert.rejects(start(kept, strict), /extra/);
      await kept.change('delete from book where id = 1');
      await apply(kept, strict);
    });
});
