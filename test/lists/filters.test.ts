import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords, type Novels } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();

const values = {
  title: [
    'a',
    'A',
    'ab',
    'a%b',
    'a_b',
    "a'b",
    '水浒传',
    '𠮷野家',
    '\uffff',
    '\u{10ffff}z',
    'a b',
    'a\u00a0b',
  ],
  price: [null, '-0.01', '0.00', '0.01', '9999999999999999.99', '-9999999999999999.99', '10.00', '9.50'],
  copies: [null, -1n, 0n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)],
  rating: [null, -5, 0, 3, 10],
  state: ['draft', 'live', 'old'],
  sold: [true, false],
  released: [null, 0, -1, 1_700_000_000_000],
} as const;
type Name = keyof typeof values;
type AnyRecord = Record<Name, unknown>;

const records = Array.from({ length: 96 }, (_, index) => {
  const pick = (list: readonly unknown[], step: number) => list[(index * step) % list.length];
  return {
    title: pick(values.title, 1),
    price: pick(values.price, 3),
    copies: pick(values.copies, 5),
    rating: pick(values.rating, 2),
    state: pick(values.state, 1),
    sold: pick(values.sold, 1),
    released: pick(values.released, 3),
  } as AnyRecord;
});
let ids: number[] = [];
before(async () => {
  ids = (await makeRecords(app, 'novel', records)).map(Number);
});

/** How values compare: numbers exactly, decimals by value, texts by code point. */
function compare(name: Name, left: unknown, right: unknown): number {
  if (name === 'title' || name === 'state')
    return Buffer.compare(Buffer.from(String(left)), Buffer.from(String(right)));
  const exact = (value: unknown) =>
    name === 'price' ? BigInt(String(value).replace('.', '')) : BigInt(value as number);
  const difference = exact(left) - exact(right);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

interface Condition {
  readonly query: string;
  meets(record: AnyRecord): boolean;
}

function comparison(name: Name, word: string, value: unknown): Condition {
  const holds: Record<string, (found: unknown) => boolean> = {
    eq: (found) => found !== null && (name === 'sold' ? found === value : compare(name, found, value) === 0),
    ne: (found) => !holds.eq?.(found),
    lt: (found) => found !== null && compare(name, found, value) < 0,
    lte: (found) => found !== null && compare(name, found, value) <= 0,
    gt: (found) => found !== null && compare(name, found, value) > 0,
    gte: (found) => found !== null && compare(name, found, value) >= 0,
    contains: (found) => String(found).includes(String(value)),
    starts: (found) => String(found).startsWith(String(value)),
    ends: (found) => String(found).endsWith(String(value)),
  };
  return {
    query: `[${name}][${word}]=${encodeURIComponent(String(value))}`,
    meets: (record) => holds[word]?.(record[name]) === true,
  };
}

const leaf = fc.constantFrom(...(Object.keys(values) as Name[])).chain((name) => {
  const known = values[name].filter((value) => value !== null);
  const words = ['eq', 'ne', ...(name === 'sold' ? [] : ['lt', 'lte', 'gt', 'gte'])];
  const isNull = fc.boolean().map((yes) => ({
    query: `[${name}][null]=${yes}`,
    meets: (record: AnyRecord) => (record[name] === null) === yes,
  }));
  const among = fc.subarray([...known] as unknown[], { minLength: 1 }).map((list) => ({
    query: list
      .map((value, index) => `[${name}][in][${index}]=${encodeURIComponent(String(value))}`)
      .join('&'),
    meets: (record: AnyRecord) => list.some((value) => comparison(name, 'eq', value).meets(record)),
  }));
  const ordered = fc
    .tuple(fc.constantFrom(...words), fc.constantFrom(...(known as unknown[])))
    .map(([word, value]) => comparison(name, word, value));
  const text = fc
    .tuple(
      fc.constantFrom('contains', 'starts', 'ends'),
      fc.constantFrom('a', 'A', '%', '_', "'", '𠮷', '水', '\uffff', ' '),
    )
    .map(([word, value]) => comparison('title', word, value));
  return fc.oneof(ordered, among, isNull, text);
});

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('condition'), { minLength: 1, maxLength: 3 }))
      .map(([word, parts]) => ({
        query: parts
          .flatMap((part, index) => part.query.split('&').map((one) => `[${word}][${index}]${one}`))
          .join('&'),
        meets: (record: AnyRecord) =>
          word === 'and'
            ? parts.every((part) => part.meets(record))
            : parts.some((part) => part.meets(record)),
      })),
  ),
}));

async function found(query: string): Promise<number[]> {
  const filter = query
    .split('&')
    .map((one) => `filter${one}`)
    .join('&');
  const { items, total } = await member.read<Novels>(`/v1/novel?count=100&total=true&${filter}`);
  assert.equal(total, items.length);
  return items.map(({ id }) => id);
}

describe('a filter', () => {
  it('finds exactly the records that meet it, however its conditions are joined', async () => {
    await fc.assert(
      fc.asyncProperty(condition, async ({ query, meets }) => {
        fc.pre(query.length < 8000 && query.split('&').length <= 100 && !/(\[\w+\]){11}/.test(query));
        assert.deepEqual(
          await found(query),
          ids.filter((_, index) => meets(records[index] as AnyRecord)),
          query,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('tells letters, signs and code points apart', async () => {
    const count = async (query: string) => (await found(query)).length;
    assert.equal(await count('[title][contains]=%25'), 8);
    assert.equal(await count('[title][starts]=a_'), 8);
    assert.equal(await count('[title][eq]=A'), 8);
    assert.equal(await count('[title][gt]=%EF%BF%BF'), 16, 'characters beyond U+FFFF come last');
    assert.equal(await count('[copies][eq]=9007199254740993'), 12);
    assert.equal(await count('[price][gt]=9999999999999999.98'), 12);
    assert.equal(
      await count('[rating][in]=3,10'),
      records.filter(({ rating }) => rating === 3 || rating === 10).length,
    );
  });
});
