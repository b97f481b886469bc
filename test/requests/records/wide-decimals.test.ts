import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { readLocales } from '../../../server/definitions/locales.ts';
import type { Groups, Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { dataOf } from '../../support/graphql/asking.ts';
import { importsInto } from '../../support/records/imports.ts';
import { makeRecords } from '../../support/records/novels.ts';
import { undoing } from '../../support/records/undoing.ts';

// Decimals of more than 18 digits do what shorter ones do, on every engine.

const app = await freshApp({
  contentDir: 'test/content/ledger',
  locales: readLocales('en,de') ?? [],
  importMaxBytes: 1_000_000,
  graphql: true,
});
const { root } = app;
const member = await app.person();
const path = '/v1/entry';

const NINES = '9'.repeat(65);
const AMOUNT = `${'9'.repeat(45)}.${'9'.repeat(20)}`;
const zeros = (digits: number) => '0'.repeat(digits);
/** A number of smallest units, as a field of this scale shows it. */
const shown = (units: bigint, scale: number) => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
};

describe('a field takes what fits, to its last digit, and refuses the rest by name:', () => {
  const cases: readonly (readonly [field: string, sent: string, kept: string | undefined])[] = [
    ['amount', '0', `0.${zeros(20)}`],
    ['amount', '-0', `0.${zeros(20)}`],
    ['amount', '-0.00', `0.${zeros(20)}`],
    ['amount', `-${zeros(19)}1`, `-1.${zeros(20)}`],
    ['amount', AMOUNT, AMOUNT],
    ['amount', `-${AMOUNT}`, `-${AMOUNT}`],
    ['amount', `-0.${zeros(19)}1`, `-0.${zeros(19)}1`],
    ['amount', `1${zeros(45)}`, undefined],
    ['amount', `0.${zeros(20)}1`, undefined],
    ['whole', NINES, NINES],
    ['whole', `-${NINES}`, `-${NINES}`],
    ['whole', '-0', '0'],
    ['whole', '999999999999999999', '999999999999999999'],
    ['whole', '9999999999999999999', '9999999999999999999'],
    ['whole', `1${zeros(65)}`, undefined],
    ['whole', '0.5', undefined],
    ['share', `0.${'9'.repeat(19)}`, `0.${'9'.repeat(19)}`],
    ['share', '-0.5', `-0.5${zeros(18)}`],
    ['share', `-0.5${zeros(17)}1`, undefined],
    ['share', '1', undefined],
    ['share', '1e-2', undefined],
    ['small', '99999999999999.9999', '99999999999999.9999'],
    ['small', '999999999999999.9999', undefined],
  ];
  for (const [field, sent, kept] of cases)
    it(`${field} ${sent.slice(0, 30)}`, async () => {
      const made = await member.post<Record<string, string>>('/api/v1/entry', { [field]: sent });
      assert.equal(made.status, kept === undefined ? 422 : 201, made.text);
      if (kept === undefined) assert.match(made.text, new RegExp(`#/${field}`));
      else {
        assert.equal(made.body[field], kept);
        assert.equal((await member.read<Record<string, string>>(`${path}/${made.body.id}`))[field], kept);
        await member.done(`DELETE ${path}/${made.body.id}`); // the number is free again
      }
    });

  it('a number of JSON keeps all of its digits', async () => {
    const made = await member.post<{ amount: string }>(
      '/api/v1/entry',
      `{"title":"json","amount":123456789012345678901234567890.00000000000000000001}`,
      { headers: { 'content-type': 'application/json' } },
    );
    assert.equal(made.body.amount, '123456789012345678901234567890.00000000000000000001');
  });
});

describe('random numbers are found and ordered as BigInt orders them:', () => {
  const most = 10n ** 65n - 1n;
  const edges = [
    0n,
    1n,
    -1n,
    most,
    -most,
    10n ** 18n - 1n,
    10n ** 18n,
    -(10n ** 18n),
    2n ** 63n,
    -(2n ** 63n) - 1n,
  ];
  const random = fc.sample(fc.bigInt({ min: -most, max: most }), 20);
  const short = fc.sample(fc.bigInt({ min: -1000n, max: 1000n }), 10);
  const numbers = [...new Set([...edges, ...random, ...short])];
  const ordered = numbers.toSorted((one, other) => (one < other ? -1 : 1));
  const listed = async (query: string) =>
    (await member.list(`${path}?fields=amount&count=100&filter[title][eq]=random&${query}`)).map(
      ({ amount }) => amount,
    );
  const texts = (units: readonly bigint[]) => units.map((one) => shown(one, 20));

  before(async () => {
    await makeRecords(app, 'entry', [
      { title: 'random' },
      ...numbers.map((one) => ({ title: 'random', amount: shown(one, 20), whole: shown(one, 0), cost: '1' })),
    ]);
  });

  it('in order', async () => {
    assert.deepEqual(await listed('sort=amount'), [null, ...texts(ordered)]);
    assert.deepEqual(await listed('sort=-amount'), [...texts(ordered.toReversed()), null]);
  });

  it('page by page', async () => {
    for (const sort of ['amount', '-amount']) {
      const found: unknown[] = [];
      let after = '';
      do {
        const query = `sort=${sort}&fields=amount&count=7&filter[title][eq]=random${after}`;
        const page = await member.read<{ items: { amount: string }[]; next: string | null }>(
          `${path}?${query}`,
        );
        found.push(...page.items.map(({ amount }) => amount));
        after = page.next === null ? '' : `&after=${page.next}`;
      } while (after);
      const wanted = [null, ...texts(ordered)];
      assert.deepEqual(found, sort === 'amount' ? wanted : wanted.toReversed());
    }
  });

  it('a forged position is refused', async () => {
    const sorted = `${path}?sort=amount&count=1&after=`;
    for (const value of [`1${zeros(45)}.${zeros(20)}`, '1.5', 'x', 5, `${zeros(30_000)}.${zeros(20)}`]) {
      const forged = Buffer.from(JSON.stringify([value, '1n'])).toString('base64url');
      assert.equal((await member.get(sorted + forged)).status, 400, String(value).slice(0, 30));
    }
    const fits = Buffer.from(JSON.stringify([AMOUNT, '1n'])).toString('base64url');
    assert.equal((await member.get(sorted + fits)).status, 200);
  });

  it('by every comparison', async () => {
    const holds: Readonly<Record<string, (one: bigint, other: bigint) => boolean>> = {
      eq: (one, other) => one === other,
      ne: (one, other) => one !== other,
      lt: (one, other) => one < other,
      lte: (one, other) => one <= other,
      gt: (one, other) => one > other,
      gte: (one, other) => one >= other,
    };
    for (const pivot of [...edges, ...random.slice(0, 4), 5n * 10n ** 17n])
      for (const [word, isHeld] of Object.entries(holds)) {
        const wanted = texts(ordered.filter((one) => isHeld(one, pivot)));
        const found = await listed(`sort=amount&filter[amount][${word}]=${shown(pivot, 20)}`);
        assert.deepEqual(found, word === 'ne' ? [null, ...wanted] : wanted, `${word} ${pivot}`);
      }
  });

  it('by lists of values, short and long, and by null', async () => {
    const some = [...edges.slice(0, 3), 7n];
    const wanted = texts(ordered.filter((one) => some.includes(one)));
    assert.deepEqual(await listed(`sort=amount&filter[amount][in]=${texts(some)}`), wanted);
    assert.equal(
      (await listed(`filter[amount][nin]=${texts(some)}`)).length,
      numbers.length + 1 - wanted.length,
    );
    const filler = Array.from({ length: 150 }, (_, index) => `77777777777777777777.${index}`);
    const many = { title: { eq: 'random' }, amount: { in: [...texts(edges), ...filler] } };
    const { total } = await member.done<{ total: number }>(`POST ${path}/search`, {
      filter: many,
      total: true,
    });
    assert.equal(total, edges.length);
    assert.deepEqual(await listed('filter[amount][null]=true'), [null]);
    assert.equal((await listed('filter[amount][null]=false')).length, numbers.length);
  });

  it('by values between and beyond those that a record can hold', async () => {
    const half = `0.${zeros(20)}5`;
    const positive = texts(ordered.filter((one) => one > 0n));
    assert.deepEqual(await listed(`sort=amount&filter[amount][gt]=${half}`), positive);
    assert.deepEqual(await listed(`sort=amount&filter[amount][gte]=${half}`), positive);
    for (const beyond of [`1${zeros(45)}`, '9'.repeat(4000)]) {
      assert.deepEqual(await listed(`filter[amount][gt]=${beyond}`), []);
      assert.deepEqual(await listed(`filter[amount][lt]=-${beyond}`), []);
      assert.equal((await listed(`filter[amount][lt]=${beyond}`)).length, numbers.length);
      assert.equal((await listed(`filter[amount][gt]=-${beyond}`)).length, numbers.length);
    }
    for (const word of ['1e3', '1,5', 'x', ''])
      assert.equal((await member.get(`${path}?filter[amount][gt]=${word}`)).status, 400, word);
  });

  it('and are summed to the last digit', async () => {
    const query = 'select=count,sum.amount,avg.amount,min.amount,max.amount,sum.whole,avg.share,sum.share';
    const { items } = await member.read<Groups>(`${path}/aggregate?${query}&filter[title][eq]=random`);
    const sum = numbers.reduce((before, one) => before + one, 0n);
    const [found] = items;
    assert.equal(found?.sum?.amount, shown(sum, 20));
    assert.equal(found?.sum?.whole, shown(sum, 0));
    assert.deepEqual([found?.min?.amount, found?.max?.amount], [shown(-most, 20), shown(most, 20)]);
    assert.equal(found?.sum?.share, shown(BigInt(numbers.length + 1), 19));
    const average = BigInt(String(found?.avg?.amount).replace('.', ''));
    const error = 2n * (average * BigInt(numbers.length) - sum * 10n ** 6n);
    assert.ok((error < 0n ? -error : error) <= BigInt(numbers.length), String(found?.avg?.amount));
    const none = await member.read<Groups>(`${path}/aggregate?${query}&filter[title][eq]=none`);
    assert.deepEqual([none.items[0]?.sum?.amount, none.items[0]?.avg?.amount], [`0.${zeros(20)}`, null]);
  });

  it('page by page, forward and back, up and down', async () => {
    for (const [sort, wanted] of [
      ['amount', ordered],
      ['-amount', ordered.toReversed()],
    ] as const) {
      const query = `fields=amount&count=7&sort=${sort}&filter[title][eq]=random&filter[amount][null]=false`;
      const read = (way: string) => member.read<Page>(`${path}?${query}${way}`);
      const pages = [await read('')];
      for (let last = pages[0]; last?.next; last = pages.at(-1))
        pages.push(await read(`&after=${last.next}`));
      const amounts = pages.flatMap(({ items }) => items.map((one) => one.amount));
      assert.deepEqual(amounts, texts(wanted));
      const before = await read(`&before=${pages.at(-1)?.previous}`);
      assert.deepEqual(before.items, pages.at(-2)?.items);
    }
  });

  it('in groups', async () => {
    const query = 'group=amount&select=sum.amount,count&count=100&filter[title][eq]=random';
    const { items } = await member.read<Groups>(`${path}/aggregate?${query}&filter[amount][gt]=0`);
    const positive = ordered.filter((one) => one > 0n).map((one) => shown(one, 20));
    assert.deepEqual(
      items,
      positive.map((amount) => ({ group: { amount }, count: 1, sum: { amount } })),
    );
  });
});

describe('somebody who may not read a field', () => {
  const hidden = {
    'a filter': `${path}?filter[cost][gt]=0`,
    'an order': `${path}?sort=cost`,
    'a sum': `${path}/aggregate?select=sum.cost`,
    'an average': `${path}/aggregate?select=avg.cost`,
    'a group': `${path}/aggregate?group=cost`,
    'an export': `${path}/export?format=csv&fields=cost`,
  };
  for (const [what, request] of Object.entries(hidden))
    it(`has not ${what}`, async () => {
      assert.equal((await member.get(request)).status, 400);
      assert.equal((await root.get(request)).status, 200);
    });

  it('finds it nowhere in a record, its past and its exports', async () => {
    const secret = '12345678901234567890123456789012345678.91';
    const id = await root.make(path, { title: 'dear', cost: secret });
    await root.done(`PATCH ${path}/${id}`, { cost: '2' });
    for (const way of [
      `${path}/${id}`,
      `${path}/${id}/history`,
      `${path}?filter[id][eq]=${id}`,
      `${path}/export?format=json`,
    ])
      assert.ok(!(await member.get(way)).text.includes('1234567890123456789012345678901234567'), way);
    const [, first] = (await root.list<Revision>(`${path}/${id}/history`)) ?? [];
    assert.ok(JSON.stringify(first).includes(secret));
  });
});

describe('a wide decimal', () => {
  it('goes through GraphQL, as a text and as a number', async () => {
    const [least, price] = [`-${AMOUNT}`, `-${'6'.repeat(26)}.4321`];
    const made = await dataOf(
      member,
      `mutation ($values: EntryInput!) { create_entry(values: $values) { id record { amount } }
        other: create_entry(values: {title: "ql", amount: 123456789012345678901.00000000000000000001}) { record { amount } } }`,
      { values: { title: 'ql', amount: least, lines: [{ price }] } },
    );
    const other = '123456789012345678901.00000000000000000001';
    assert.deepEqual([made.create_entry.record.amount, made.other.record.amount], [least, other]);
    const found = await dataOf(
      member,
      `query ($least: Decimal) {
        entry_list(sort: ["amount"], filter: {title: {eq: "ql"}, amount: {gte: $least, lt: ${other}}}) { nodes { id amount lines } }
        entry_aggregate(select: ["sum.amount", "max.amount"], filter: {title: {eq: "ql"}}) { nodes { sum max } } }`,
      { least },
    );
    assert.deepEqual(found.entry_list.nodes, [
      { id: made.create_entry.id, amount: least, lines: [{ price }] },
    ]);
    const sum = shown(123456789012345678901n * 10n ** 20n + 1n - (10n ** 65n - 1n), 20);
    assert.deepEqual(found.entry_aggregate.nodes, [{ sum: { amount: sum }, max: { amount: other } }]);
  });

  it('is a number of JSON in a body only if it is written out', async () => {
    const headers = { 'content-type': 'application/json' };
    const cases = [
      ['1e400', 422],
      ['-1e-400', 422],
      [`1${zeros(4000)}`, 422],
      [`1.${zeros(20)}1`, 422],
      [`1.${zeros(19)}1${zeros(20)}`, 201],
      [`-${AMOUNT}`, 201],
    ] as const;
    for (const [number, status] of cases) {
      const made = await member.post(`/api${path}`, `{"amount":${number}}`, { headers });
      assert.equal(made.status, status, made.text);
      const searched = await member.post(`/api${path}/search`, `{"filter":{"amount":{"eq":${number}}}}`, {
        headers,
      });
      assert.ok(searched.status < 500, searched.text);
    }
  });

  it('is changed by a bulk and in a change set', async () => {
    const [one, other] = [await member.make(path, { amount: '1' }), await member.make(path, { amount: '2' })];
    await member.done(`POST ${path}/bulk`, {
      items: [{ action: 'update', id: one, values: { amount: AMOUNT } }],
    });
    const set = await member.make('/v1/change-set', {
      title: 'wide',
      items: [{ record: 'entry', action: 'update', id: other, values: { amount: `-${AMOUNT}` } }],
    });
    const shown = await member.read<{ items: { changes: unknown }[] }>(`/v1/change-set/${set}`);
    assert.deepEqual(shown.items[0]?.changes, { amount: { from: `2.${zeros(20)}`, to: `-${AMOUNT}` } });
    await member.done(`POST /v1/change-set/${set}/submit`);
    const { version } = await root.read<{ version: number }>(`/v1/change-set/${set}`);
    await root.done(`POST /v1/change-set/${set}/approve`, { version, apply: true });
    const amounts = [
      (await member.read(`${path}/${one}`)).amount,
      (await member.read(`${path}/${other}`)).amount,
    ];
    assert.deepEqual(amounts, [AMOUNT, `-${AMOUNT}`]);
  });

  it('is unique', async () => {
    const values = { whole: `-${'8'.repeat(65)}` };
    await member.make(path, values);
    assert.equal((await member.post(`/api${path}`, values)).status, 409);
    assert.equal((await member.post(`/api${path}`, { whole: `-00${'8'.repeat(65)}` })).status, 409);
  });

  it('is read as of a time, reverted, undone and restored from the trash', async () => {
    const { undo, within } = undoing(app);
    const id = await member.make(path, { amount: AMOUNT, share: '0.5' });
    const then = Date.now();
    const scope = await within(member, () => member.done(`PATCH ${path}/${id}`, { amount: `-${AMOUNT}` }));
    assert.equal((await member.read(`${path}/${id}?as_of=${then}`)).amount, AMOUNT);
    const past = await member.list(`${path}?as_of=${then}&count=100`);
    assert.equal(past.find((one) => one.id === id)?.amount, AMOUNT);
    assert.equal((await member.read(`${path}/${id}`)).amount, `-${AMOUNT}`);
    await undo(root, scope);
    await app.server.store.jobs.idle();
    assert.equal((await member.read(`${path}/${id}`)).amount, AMOUNT);
    await member.done(`DELETE ${path}/${id}`);
    await member.done(`POST ${path}/trash/${id}/restore`);
    assert.equal((await member.read(`${path}/${id}`)).amount, AMOUNT);
  });

  it('has a draft', async () => {
    const id = await member.make('/v1/sketch', { amount: '1' });
    await member.done(`POST /v1/sketch/${id}/publish`);
    await member.done(`PATCH /v1/sketch/${id}`, { amount: AMOUNT });
    assert.equal((await member.read(`/v1/sketch/${id}`)).amount, `1.${zeros(20)}`);
    await member.done(`POST /v1/sketch/${id}/publish`);
    assert.equal((await member.read(`/v1/sketch/${id}`)).amount, AMOUNT);
  });

  it('has a value in each language', async () => {
    const id = await member.make(path, { rate: { en: '1.5', de: '999999999999.999999999999' } });
    assert.equal((await member.read(`${path}/${id}?locale=de`)).rate, '999999999999.999999999999');
    const query = 'locale=de&filter[rate][gt]=999999999999.9&sort=rate&fields=rate';
    assert.deepEqual(
      (await member.list(`${path}?${query}`)).map((one) => one.id),
      [id],
    );
  });

  it('is found inside of other fields', async () => {
    const price = `-${'7'.repeat(26)}.1234`;
    const id = await member.make(path, { lines: [{ price }, { price: '3' }] });
    const ids = async (filter: string) => (await member.list(`${path}?filter${filter}`)).map((one) => one.id);
    assert.deepEqual(await ids(`[lines][price][lte]=${price}`), [id]);
    assert.deepEqual(await ids(`[lines][price][eq]=${price}`), [id]);
    assert.deepEqual(await ids('[lines][price][gt]=2.99999'), [id]);
    assert.deepEqual(await ids('[lines][price][gt]=3'), []);
    const { body } = await member.get<{ lines: unknown }>(`${path}/${id}`);
    assert.deepEqual(body.lines, [{ price }, { price: '3.0000' }]);
  });

  it('leaves in every form, and comes back the same', async () => {
    const { exported, run } = importsInto(app, path);
    const fields = 'fields=title,amount,share,rate,lines';
    await makeRecords(app, 'entry', [
      { title: 'leaves', amount: AMOUNT, share: '-0.1234567890123456789' },
      { title: 'leaves', amount: `-${AMOUNT}`, lines: [{ price: '12345678901234567890.5' }] },
    ]);
    const withoutIds = (text: string) => text.replaceAll(/^\d+(?=[,;])|"id":\d+/gm, '');
    for (const form of ['csv', 'json', 'jsonl', 'csv&spreadsheet=true&separator=semicolon']) {
      const title = `back ${form}`.replace(/&.*/, ' of sheets');
      const left = (title: string) =>
        exported(`format=${form}&${fields}&filter[title][eq]=${encodeURIComponent(title)}`);
      const returned = (await left('leaves')).replaceAll('leaves', title);
      assert.equal((await run(`format=${form.replace(/&.*/, '')}`, returned)).created, 2, form);
      assert.equal(withoutIds(await left(title)), withoutIds(returned));
    }
  });
});

/** A page of a list. */
interface Page {
  readonly items: readonly Record<string, unknown>[];
  readonly next?: string | null;
  readonly previous?: string | null;
}

/** What a hook's refusal says. */
interface Refused {
  readonly reason: string;
  readonly errors: readonly { readonly pointer?: string }[];
}

describe('a hook calculates', () => {
  const cases: readonly (readonly [net: string, status: number, gross?: string])[] = [
    ['0.10', 201, '0.11'],
    ['0.07', 201, '0.07'],
    ['-0.50', 201, '-0.54'],
    ['123456789012345678.91', 201, '132098764243209876.43'],
    ['999999999999999999999.00', 422],
  ];
  for (const [net, status, gross] of cases)
    it(`with ${net}`, async () => {
      const made = await member.post<Record<string, unknown>>('/api/v1/bill', { net });
      assert.deepEqual([made.status, made.body.gross], [status, gross]);
    });

  it('and finds what it compares with', async () => {
    const made = await member.post<Record<string, unknown>>('/api/v1/bill', { net: '0.10' });
    assert.equal(made.body.title, '1 before');
  });

  it('and keeps a number as it is where its digits fit', async () => {
    const made = await member.post<Record<string, unknown>>('/api/v1/bill', { net: '1.10', title: 'exact' });
    assert.equal(made.body.exact, '1.177');
  });

  it('and a result that does not fit is refused by name, but to those who may not read the field', async () => {
    const profit = { net: '1000', title: 'profit' };
    const cases = [
      [member, { net: '0.01', title: 'exact' }, '#/exact', /exact must have at most 3 digits/],
      [member, profit, undefined, /^a value that a hook calculates does not fit its field$/],
      [root, profit, '#/profit', /profit must have at most 1 digits/],
    ] as const;
    for (const [who, values, pointer, told] of cases) {
      const { status, body, text } = await who.post<Refused>('/api/v1/bill', values);
      assert.equal(status, 422, text);
      assert.match(body.reason, told);
      assert.deepEqual(
        body.errors.map((one) => one.pointer),
        [pointer],
      );
      assert.ok(who === root || !text.includes('profit'), text);
    }
    assert.deepEqual(await root.list('/v1/bill?filter[net][eq]=1000'), []);
  });
});
