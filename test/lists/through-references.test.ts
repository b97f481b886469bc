import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Groups, Page } from '../support/bodies.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();

interface Novel {
  readonly id: number;
  readonly author: string | null;
  readonly country: string | null;
  readonly price: string;
}

const countries = ['法国', 'Chile', 'chile'];
const authors = [
  { name: 'b', country: 0 },
  { name: 'B', country: 1 },
  { name: '曹雪芹', country: 2 },
  { name: 'nobody', country: undefined },
];
let novels: Novel[] = [];

before(async () => {
  const lands = await makeRecords(
    app,
    'country',
    countries.map((name) => ({ name })),
  );
  const writers = await makeRecords(
    app,
    'author',
    authors.map(({ name, country }) => ({ name, country: country === undefined ? null : lands[country] })),
  );
  const places = Array.from({ length: 24 }, (_, index) => index % 5);
  const ids = await makeRecords(
    app,
    'novel',
    places.map((place, index) => ({
      title: `n${index}`,
      author: writers[place] ?? null,
      price: `${index}.50`,
    })),
  );
  novels = places.map((place, index) => {
    const author = authors[place];
    return {
      id: Number(ids[index]),
      author: author?.name ?? null,
      country: author?.country === undefined ? null : (countries[author.country] ?? null),
      price: `${index}.50`,
    };
  });
});

const idsOf = ({ items }: Page) => items.map(({ id }) => id);
/** Null below every text; texts by code points. */
function order(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** The ids in the order of an independent model. */
function sorted(field: 'author' | 'country', descending: boolean): number[] {
  const sign = descending ? -1 : 1;
  return novels
    .toSorted((one, other) => sign * (order(one[field], other[field]) || one.id - other.id))
    .map(({ id }) => id);
}

describe('a list sorted through references', () => {
  for (const [name, field] of [
    ['author.name', 'author'],
    ['author.country.name', 'country'],
  ] as const)
    for (const sign of ['', '-']) {
      it(`by ${sign}${name} has one order on every page, forwards and backwards`, async () => {
        const expected = sorted(field, sign === '-');
        const whole = await member.read<Page>(`/v1/novel?sort=${sign}${name}&count=100`);
        assert.deepEqual(idsOf(whole), expected);
        const seen: number[] = [];
        let page = await member.read<Page>(`/v1/novel?sort=${sign}${name}&count=7`);
        for (;;) {
          seen.push(...idsOf(page));
          if (page.next === null) break;
          page = await member.read<Page>(`/v1/novel?sort=${sign}${name}&count=7&after=${page.next}`);
        }
        assert.deepEqual(seen, expected);
        const back = await member.read<Page>(`/v1/novel?sort=${sign}${name}&count=7&before=${page.previous}`);
        assert.deepEqual(idsOf(back), expected.slice(14, 21));
        const middle = expected[11] ?? 0;
        const around = await member.read<Page>(`/v1/novel?sort=${sign}${name}&count=5&around=${middle}`);
        assert.deepEqual(idsOf(around), expected.slice(9, 14));
      });
    }

  it('begins at a value, shows no column of its own, and goes with filters, searches and other columns', async () => {
    const from = await member.read<Page>('/v1/novel?sort=author.name&from=b&count=100');
    assert.deepEqual(
      idsOf(from),
      sorted('author', false).filter(
        (id) => order(novels.find((one) => one.id === id)?.author ?? null, 'b') >= 0,
      ),
    );
    const { items } = await member.read<Page>(
      '/v1/novel?sort=author.country.name,-title&filter[author][name][eq]=b&q=n&fields=title&expand=author',
    );
    for (const item of items) assert.deepEqual(Object.keys(item), ['id', 'title', 'expanded']);
    assert.deepEqual(
      items.map((item) => 'title' in item && item.title),
      ['n5', 'n20', 'n15', 'n10', 'n0'],
    );
  });

  it('is exported in the same order', async () => {
    const records = await member.read<{ id: number }[]>('/v1/novel/export?format=json&sort=-author.name');
    assert.deepEqual(
      records.map(({ id }) => id),
      sorted('author', true),
    );
  });

  it('holds null where the referenced record is deleted or hidden', async () => {
    const stranger = await app.person();
    const [mine] = await makeRecords(app, 'diary', [{ entry: 'zz' }], BigInt(member.id));
    const [theirs] = await makeRecords(app, 'diary', [{ entry: 'aa' }], BigInt(stranger.id));
    const made = await makeRecords(
      app,
      'novel',
      [mine, theirs, null].map((diary) => ({ title: 'diaries', diary })),
    );
    const [first, second, third] = made.map(Number);
    const list = async () =>
      idsOf(await member.read<Page>('/v1/novel?sort=diary.entry&filter[title][eq]=diaries'));
    const groups = async () =>
      (await member.read<Groups>('/v1/novel/aggregate?group=diary.entry&filter[title][eq]=diaries')).items;
    assert.deepEqual(await list(), [second, third, first]);
    assert.deepEqual(await groups(), [
      { group: { 'diary.entry': null }, count: 2 },
      { group: { 'diary.entry': 'zz' }, count: 1 },
    ]);
    assert.equal((await member.ask(`DELETE /v1/novel/${first}`)).status, 200);
    assert.deepEqual(await groups(), [{ group: { 'diary.entry': null }, count: 2 }]);
  });
});

describe('what cannot be sorted, grouped or measured by', () => {
  const hidden = [
    'author.pin',
    'author.agent.name',
    'author.nothing',
    'nothing.name',
    'title.name',
    'author.name.name',
  ];
  const others = ['author.', '.name', 'title.month', 'author.mentor.mentor.mentor.mentor.name'];
  for (const name of [...hidden, ...others])
    it(`${name} is refused like an unknown field`, async () => {
      for (const [path, part] of [
        [`?sort=${name}`, 'sort'],
        [`?sort=-${name}`, 'sort'],
        [`/aggregate?group=${name}`, 'group'],
        [`/aggregate?select=max.${name}`, 'select'],
        [`/export?format=json&sort=${name}`, 'sort'],
      ]) {
        const { status, body } = await member.ask(`GET /v1/novel${path}`);
        assert.equal(status, 400, `${path}`);
        assert.deepEqual(Object.keys(body.fields as object), [part]);
      }
    });

  it('an invalid zone, and the same value twice', async () => {
    for (const query of ['?sort=released.day&zone=Mars/Olympus', '?sort=author.name,-author.name'])
      assert.equal((await member.ask(`GET /v1/novel${query}`)).status, 400);
    assert.equal((await member.ask('GET /v1/novel/aggregate?select=max.released.day')).status, 400);
  });
});

describe('groups through references', () => {
  it('count, add and compare what the references lead to', async () => {
    const { items } = await member.read<Groups>(
      '/v1/novel/aggregate?group=author.country.name&select=count,sum.price,max.author.name,min.author.id&filter[title][ne]=diaries',
    );
    const expected = [null, 'Chile', 'chile', '法国'].map((country) => {
      const here = novels.filter((one) => one.country === country);
      const names = here.flatMap(({ author }) => author ?? []).toSorted(order);
      const sum = here.reduce((all, { price }) => all + Number(price), 0);
      return { country, count: here.length, sum: sum.toFixed(2), last: names.at(-1) ?? null };
    });
    assert.deepEqual(
      items.map(({ group, count, ...rest }) => {
        const { sum, max, min } = rest as Record<string, Record<string, unknown>>;
        assert.equal(typeof min?.['author.id'], 'number');
        return {
          country: group['author.country.name'],
          count,
          sum: sum?.price,
          last: max?.['author.name'],
        };
      }),
      expected,
    );
  });

  it('are one where nothing groups them, also of no records and when asked again', async () => {
    for (const title of ['n1', 'nothing', 'n1', 'nothing']) {
      const items = await member.list(
        `/v1/novel/aggregate?select=count,max.author.name&filter[title][eq]=${title}`,
      );
      const isThere = title === 'n1';
      assert.deepEqual(items, [
        { group: {}, count: isThere ? 1 : 0, max: { 'author.name': isThere ? 'B' : null } },
      ]);
    }
  });

  it('come in pages', async () => {
    const seen: unknown[] = [];
    let after = '';
    for (;;) {
      const page = await member.read<Groups>(
        `/v1/novel/aggregate?group=author.name&count=2&filter[title][ne]=diaries${after}`,
      );
      seen.push(...page.items.map(({ group }) => group['author.name']));
      if (page.next === null) break;
      after = `&after=${page.next}`;
    }
    assert.deepEqual(seen, [null, 'B', 'b', 'nobody', '曹雪芹']);
  });
});

describe('a list of few records', () => {
  it('has its total on every page, also behind a condition on records that it refers to', async () => {
    const wanted = novels.filter(({ author }) => author === 'b').length;
    const totals = async (query: string) =>
      await member.read<{ total: number; next: string }>(`/v1/novel?count=2&filter[author][name]${query}`);
    const first = await totals('[eq]=b');
    assert.equal(first.total, wanted);
    assert.equal((await totals(`[eq]=b&after=${first.next}`)).total, wanted);
    assert.equal(
      (await totals('[ne]=b&page=1')).total,
      novels.filter(({ author }) => author !== 'b' && author !== null).length,
    );
  });
});
