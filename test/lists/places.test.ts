import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Page } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();

const values = {
  title: ['a', 'A', 'ab', 'b', '水浒传', '𠮷野家', '\uffff', 'a b'],
  price: [null, '-0.01', '0.00', '10.00', '9.50'],
  copies: [null, -1n, 0n, 2n ** 53n + 1n, 2n ** 63n - 1n],
  rating: [null, -5, 0, 3, 10],
  state: ['draft', 'live', 'old'],
  sold: [true, false],
  released: [null, 0, 1_700_000_000_000],
} as const;
type Name = keyof typeof values;
type AnyRecord = Readonly<Record<Name, unknown>> & { readonly id: number };
const names = Object.keys(values) as Name[]; // the keys of `values` are all there is

const seeds = Array.from(
  { length: 50 },
  (_, index) =>
    Object.fromEntries(
      names.map((name, place) => [name, values[name][((index + 1) * (place + 3)) % values[name].length]]),
    ) as Omit<AnyRecord, 'id'>,
);
let records: AnyRecord[] = [];
before(async () => {
  const ids = await makeRecords(app, 'novel', seeds);
  records = seeds.map((seed, index) => ({ ...seed, id: Number(ids[index]) }) as AnyRecord);
});

/** How values compare: null below all, numbers exactly, decimals by value, texts by code point. */
function compare(name: Name | 'id', left: unknown, right: unknown): number {
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  if (name === 'price') return Math.sign(Number(left) - Number(right));
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)));
  return Number((left as number) > (right as number)) - Number((left as number) < (right as number)); // booleans too
}

const part = (name: string) => (name.startsWith('-') ? name.slice(1) : name) as Name | 'id';

function inOrder(sort: readonly string[]): AnyRecord[] {
  const first = sort[0] ?? 'id';
  const order = [...sort, first.startsWith('-') ? '-id' : 'id'];
  return records.toSorted((a, b) => {
    for (const name of order) {
      const way = compare(part(name), a[part(name)], b[part(name)]);
      if (way !== 0) return name.startsWith('-') ? -way : way;
    }
    return 0;
  });
}

const ask = (sort: readonly string[], count: number, more = '') =>
  member.read<Page>(`/v1/novel?fields=title&sort=${sort.join()}&count=${count}${more}`);
const idsOf = (page: { readonly items: readonly { readonly id: number }[] }) =>
  page.items.map(({ id }) => id);

/** The page of the model that begins at this place. */
function expected(all: readonly AnyRecord[], start: number, count: number) {
  return {
    ids: all.slice(start, start + count).map(({ id }) => id),
    hasPrevious: start > 0,
    hasNext: start + count < all.length,
  };
}
const shown = (page: Page) => ({
  ids: idsOf(page),
  hasPrevious: page.previous !== null,
  hasNext: page.next !== null,
});

const sorts = fc
  .uniqueArray(fc.constantFrom(...names), { minLength: 0, maxLength: 3 })
  .chain((chosen) =>
    fc.tuple(...chosen.map((name) => fc.constantFrom<string>(name, `-${name}`))).map((list) => [...list]),
  );

describe('a list read from any place', () => {
  it('forward and back again meets each record once, in order', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, fc.integer({ min: 3, max: 60 }), async (sort, count) => {
        const all = inOrder(sort);
        let page = await ask(sort, count);
        let start = 0;
        for (;;) {
          assert.deepEqual(shown(page), expected(all, start, count), sort.join());
          if (page.next === null) break;
          page = await ask(sort, count, `&after=${page.next}`);
          start += count;
        }
        while (page.previous !== null) {
          const size = Math.min(count, start);
          page = await ask(sort, count, `&before=${page.previous}`);
          start -= size;
          assert.deepEqual(shown(page), expected(all, start, size), sort.join());
        }
        assert.equal(start, 0);
      }),
      { numRuns: 25 },
    );
  });

  it('around a record is the page with this record in its middle, or at the end of the list', async () => {
    await fc.assert(
      fc.asyncProperty(sorts, fc.integer({ min: 1, max: 60 }), fc.nat(49), async (sort, count, place) => {
        const all = inOrder(sort);
        const page = await ask(sort, count, `&around=${all[place]?.id}`);
        const middle = place - Math.floor((count - 1) / 2);
        const start = Math.max(0, Math.min(middle, all.length - count));
        assert.deepEqual(shown(page), expected(all, start, count), sort.join());
      }),
      { numRuns: 40 },
    );
  });

  it('from a value begins with the first record that has it or comes after', async () => {
    const jumps = sorts.filter(([first]) => first !== undefined && part(first) !== 'sold');
    await fc.assert(
      fc.asyncProperty(jumps, fc.integer({ min: 1, max: 60 }), fc.nat(99), async (sort, count, pick) => {
        const [first = ''] = sort;
        const name = part(first) as Name;
        const some = values[name].filter((value) => value !== null);
        const value = some[pick % some.length];
        const all = inOrder(sort);
        const isFrom = (record: AnyRecord) =>
          record[name] === null
            ? first.startsWith('-')
            : compare(name, record[name], value) * (first.startsWith('-') ? -1 : 1) >= 0;
        const found = all.findIndex(isFrom);
        const start = found < 0 ? Math.max(0, all.length - count) : found;
        const page = await ask(sort, count, `&from=${encodeURIComponent(String(value))}`);
        assert.deepEqual(shown(page), expected(all, start, count), `${sort.join()} from ${value}`);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps to the filter', async () => {
    const page = await ask(['title'], 5, '&filter[state][eq]=live&from=b');
    const all = inOrder(['title']).filter(({ state }) => state === 'live');
    const start = all.findIndex(({ title }) => compare('title', title, 'b') >= 0);
    assert.deepEqual(shown(page), expected(all, start, 5));
    const back = await ask(['title'], 5, `&filter[state][eq]=live&before=${page.previous}`);
    assert.deepEqual(
      idsOf(back),
      all.slice(Math.max(0, start - 5), start).map(({ id }) => id),
    );
  });
});

describe('a jump', () => {
  it('past the last value arrives at the end of the list', async () => {
    const all = inOrder(['rating']);
    assert.deepEqual(shown(await ask(['rating'], 7, '&from=999')), expected(all, 43, 7));
  });
  it('to part of a text begins with the texts that begin so', async () => {
    const page = await ask(['title'], 3, '&from=b');
    const first = records.find(({ id }) => id === page.items[0]?.id);
    assert.equal(first?.title, 'b');
  });
  it('to a record that the list does not hold is answered 404', async () => {
    const draft = records.find(({ state }) => state === 'draft')?.id;
    for (const more of ['&around=999999', `&around=${draft}&filter[state][eq]=live`])
      assert.deepEqual(await member.outcome(`GET /v1/novel?sort=title${more}`), [404, 10022]);
  });
});

describe('a place that cannot be read is refused with the name of its parameter', () => {
  for (const [query, name] of [
    ['after=x', 'after'],
    ['before=x', 'before'],
    ['before=WzFd', 'before'],
    ['around=0', 'around'],
    ['around=-1', 'around'],
    ['around=x', 'around'],
    ['around=9223372036854775808', 'around'],
    ['sort=rating&from=x', 'from'],
    ['sort=sold&from=true', 'from'],
    ['sort=title&from=%00', 'from'],
    ['sort=rating&from=1&around=1', 'from'],
    ['after=WyIxbiJd&before=WyIxbiJd', 'before'],
    ['count=1001', 'count'],
    ['count=1000', 'count'],
    ['count=1000&fields=title,price&expand=author&around=1&from=1', 'from'],
    ['as_of=1&before=WyIxbiJd', 'before'],
    ['as_of=1&from=1', 'from'],
  ] as const)
    it(query, async () => {
      const { status, body } = await member.get<{ fields: Record<string, unknown> }>(`/v1/novel?${query}`);
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(Object.keys(body.fields), [name]);
    });
});

describe('a long page', () => {
  it('may have 1000 records of few fields, and fewer of many', async () => {
    assert.equal((await ask([], 1000)).items.length, 50);
    for (const [query, status] of [
      ['count=1000&fields=title,price,copies,rating,state,sold,released,author,diary', 200],
      ['count=769', 200],
      ['count=100', 200],
    ] as const)
      assert.equal((await member.get(`/v1/novel?${query}`)).status, status, query);
  });
});
