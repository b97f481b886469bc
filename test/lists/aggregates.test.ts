import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Groups } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();

const path = '/v1/novel/aggregate';
const ask = (query: string) => member.read<Groups>(`${path}?${query}`);

describe('an aggregate', () => {
  it('of no records counts none, sums to nothing and has no average, least or greatest', async () => {
    const { items } = await ask('select=count,sum.price,avg.price,sum.copies,min.title,max.rating');
    assert.deepEqual(items, [
      {
        group: {},
        count: 0,
        sum: { price: '0.00', copies: 0 },
        avg: { price: null },
        min: { title: null },
        max: { rating: null },
      },
    ]);
    assert.deepEqual((await ask('group=state')).items, []);
  });

  it('is exact, beyond 64 bits and below a double', async () => {
    const big = 2n ** 63n - 1n;
    const units = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
    const price = (value: bigint) => {
      const digits = String(value < 0n ? -value : value).padStart(3, '0');
      return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
    };
    let batch = 0;
    const record = fc.record({ price: units, copies: fc.bigInt({ min: -big - 1n, max: big }) });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 30 }), async (records) => {
        const title = `batch ${++batch}`;
        await makeRecords(
          app,
          'novel',
          records.map((one) => ({ title, copies: one.copies, price: price(one.price) })),
        );
        const answer = await member.get<Groups>(
          `${path}?select=count,sum.price,avg.price,sum.copies,avg.copies,min.copies,max.price&filter[title][eq]=${title}`,
        );
        const total = (name: 'price' | 'copies') => records.reduce((sum, one) => sum + one[name], 0n);
        assert.ok(answer.text.includes(`"copies":${total('copies')}`), 'a bare integer of any size');
        const [found] = answer.body.items;
        assert.equal(found?.count, records.length);
        assert.equal(found?.sum?.price, price(total('price')));
        for (const [name, scale] of [
          ['price', 8],
          ['copies', 6],
        ] as const) {
          const told: bigint = BigInt(String(found?.avg?.[name]).replace('.', ''));
          const error: bigint = told * BigInt(records.length) - total(name) * 10n ** 6n;
          assert.ok(
            2n * (error < 0n ? -error : error) <= BigInt(records.length),
            `${name} is off by over half a digit`,
          );
          assert.equal(String(found?.avg?.[name]).split('.')[1]?.length, scale);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('rounds halves away from zero', async () => {
    for (const sign of [1, -1]) {
      const records = Array.from({ length: 128 }, (_, index) => ({
        title: `half ${sign}`,
        rating: index === 0 ? sign : 0,
      }));
      await makeRecords(app, 'novel', records);
      const { items } = await ask(`select=avg.rating&filter[title][eq]=half ${sign}`);
      assert.equal(items[0]?.avg?.rating, sign > 0 ? '0.007813' : '-0.007813', '1/128 is 0.0078125');
    }
  });
});

describe('groups', () => {
  before(async () => {
    await makeRecords(app, 'novel', [
      { title: 'g', state: 'live', rating: 1, price: '1.10' },
      { title: 'g', state: 'live', rating: 2, price: '2.20' },
      { title: 'g', state: 'old', rating: 2 },
      { title: 'g', state: 'draft', price: '5.00' },
    ]);
  });
  const groups = (query: string) => ask(`filter[title][eq]=g&${query}`);

  it('stand in the order of what they share, nothing before everything', async () => {
    const { items } = await groups('group=rating&select=count,sum.price,max.state');
    assert.deepEqual(items, [
      { group: { rating: null }, count: 1, sum: { price: '5.00' }, max: { state: 'draft' } },
      { group: { rating: 1 }, count: 1, sum: { price: '1.10' }, max: { state: 'live' } },
      { group: { rating: 2 }, count: 2, sum: { price: '2.20' }, max: { state: 'old' } },
    ]);
  });

  it('come page by page, each once', async () => {
    for (const group of ['state', '-state', 'rating', '-rating', 'state,-rating', '-rating,state']) {
      const whole = (await groups(`group=${group}`)).items;
      const seen: unknown[] = [];
      let next: string | null = '';
      for (let turn = 0; next !== null && turn < 10; turn += 1) {
        const page: Groups = await groups(`group=${group}&count=1${next && `&after=${next}`}`);
        seen.push(...page.items);
        next = page.next;
      }
      assert.deepEqual(seen, whole, group);
    }
  });

  for (const [query, name] of Object.entries({
    'select=': 'select',
    'select=sum.title': 'sum.title',
    'select=avg.released': 'avg.released',
    'select=min.sold': 'min.sold',
    'select=max.blurb': 'max.blurb',
    'select=count.title': 'count.title',
    'select=sum.price.x': 'sum.price.x',
    'select=sum': 'sum',
    'select=sum.__proto__': '__proto__',
    'select=constructor': 'constructor',
    'group=blurb': 'blurb',
    'group=nothing': 'nothing',
    'group=is_deleted': 'is_deleted',
    'sort=title': 'sort',
    'after=x&group=state': 'after',
    'filter[nothing][eq]=1': 'filter.nothing',
  })) {
    it(`refuse ${query} by name`, async () => {
      const answer = await member.get(`${path}?${query}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text);
      assert.ok(String(answer.body.message).includes(name), answer.text);
    });
  }
});

describe('who adds up', () => {
  it('adds up the records that the caller sees', async () => {
    const [one, two] = [await app.person(), await app.person()];
    await makeRecords(app, 'diary', [{ entry: 'a' }, { entry: 'b' }], BigInt(one.id));
    const count = async (caller: string) =>
      (await app.as(caller).read<Groups>('/v1/diary/aggregate')).items[0]?.count;
    assert.deepEqual([await count(one.access), await count(two.access)], [2, 0]);
    assert.equal((await app.nobody.get(path)).status, 401);
    const [id] = await makeRecords(app, 'diary', [{ entry: 'c' }], BigInt(two.id));
    assert.equal(await count(two.access), 1);
    await two.done(`DELETE /v1/diary/${id}`);
    assert.equal(await count(two.access), 0);
  });
});
