import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords, type Novels } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/library' });
const member = await app.person();
await makeRecords(app, 'novel', [
  { title: 'found', copies: 3, price: '1.50', sold: true },
  { title: 'café "x"', copies: '9007199254740993', price: '2.00' },
  { title: 'neither, nor', copies: 0, price: null },
]);

const list = (query: string) => member.get<Novels & { fields?: object }>(`/v1/novel?sort=id&${query}`);
const asText = (filter: unknown) =>
  `filter=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}`;

/** Filters as texts, and what they are as parameters. */
const pairs: readonly (readonly [filter: object | string, parameters: string])[] = [
  [{}, ''],
  [{ title: { eq: 'found' } }, 'filter[title][eq]=found'],
  [{ title: { contains: 'é "' } }, `filter[title][contains]=${encodeURIComponent('é "')}`],
  [{ copies: { gte: 3 } }, 'filter[copies][gte]=3'],
  ['{"copies":{"eq":9007199254740993}}', 'filter[copies][eq]=9007199254740993'],
  [{ price: { lt: 2.5 } }, 'filter[price][lt]=2.5'],
  [{ sold: { eq: true } }, 'filter[sold][eq]=true'],
  [{ price: { null: true } }, 'filter[price][null]=true'],
  [
    { title: { in: ['found', 'neither, nor'] } },
    'filter[title][in][0]=found&filter[title][in][1]=neither%2C%20nor',
  ],
  [{ copies: { nin: [0, 3] } }, 'filter[copies][nin][0]=0&filter[copies][nin][1]=3'],
  [
    { or: [{ title: { eq: 'found' } }, { copies: { eq: 0 } }] },
    'filter[or][0][title][eq]=found&filter[or][1][copies][eq]=0',
  ],
  [{ or: [] }, 'filter[or]='],
  [{ and: [] }, 'filter[and]='],
  [{ not: { title: { eq: 'found' } } }, 'filter[not][title][eq]=found'],
  [{ author: { name: { ne: 'x' } } }, 'filter[author][name][ne]=x'],
];

/** What is refused, and under which name. */
const refused: readonly (readonly [filter: object | string, where: string])[] = [
  ['x', 'filter'],
  ['', 'filter'],
  ['[]', 'filter'],
  ['null', 'filter'],
  ['7', 'filter'],
  ['{"title":', 'filter'],
  ['{"__proto__":{"title":{"eq":"x"}}}', 'filter'],
  ['{"title":{"eq":"\\u0000"}}', 'filter'],
  ['{"title":{"eq":"\\ud800"}}', 'filter'],
  [{ title: { eq: null } }, 'filter'],
  [{ title: 'x' }, 'filter.title'],
  [{ titel: { eq: 'x' } }, 'filter.titel'],
  [{ title: {} }, 'filter.title'],
  [{ not: {} }, 'filter.not'],
  [{ copies: { eq: 'many' } }, 'filter.copies.eq'],
  [{ author: { pin: { starts: '1' } } }, 'filter.author.pin'],
  [{ or: Array.from({ length: 101 }, () => ({ copies: { eq: 1 } })) }, 'filter'],
  [{ or: Array.from({ length: 101 }, () => ({})) }, 'filter'],
  [`${'{"not":'.repeat(300)}{}${'}'.repeat(300)}`, 'filter'],
];

describe('a filter written as one text', () => {
  for (const [filter, parameters] of pairs)
    it(`means what ${parameters || 'no filter'} means`, async () => {
      const [one, other] = [await list(asText(filter)), await list(parameters)];
      assert.equal(one.status, 200, one.text);
      assert.deepEqual(one.body, other.body);
    });

  it('chooses records wherever parameters do', async () => {
    const sums = await member.get<{ items: { count: number }[] }>(
      `/v1/novel/aggregate?${asText({ copies: { lte: 3 } })}`,
    );
    assert.equal(sums.body.items[0]?.count, 2, sums.text);
  });

  for (const [filter, where] of refused)
    it(`is refused: ${JSON.stringify(filter).slice(0, 60)}`, async () => {
      const { status, body, text } = await list(asText(filter));
      assert.equal(status, 400, text);
      assert.deepEqual(Object.keys(body.fields ?? {}), [where], text);
    });

  it('is refused beside parameters, which would contradict it', async () => {
    const { status, text } = await list(`${asText({ copies: { eq: 3 } })}&filter[title][eq]=found`);
    assert.equal(status, 400, text);
  });
});

describe('a list of many values', () => {
  const many = (value: (place: number) => string | number, count = 1000) =>
    Array.from({ length: count }, (_, n) => value(n));
  const lists: readonly (readonly [
    field: string,
    values: readonly (string | number)[],
    titles: readonly string[],
  ])[] = [
    ['copies', many((n) => n), ['found', 'neither, nor']],
    ['id', many((n) => n + 2), ['café "x"', 'neither, nor']],
    ['price', many((n) => `${n}.50`), ['found']],
    ['title', many((n) => (n === 999 ? 'found' : `t${n}`)), ['found']],
  ];
  for (const [field, values, titles] of lists)
    it(`finds by ${field}, with each spelling and its opposite`, async () => {
      const all = ['found', 'café "x"', 'neither, nor'];
      for (const [word, wanted] of [
        ['in', titles],
        ['nin', all.filter((title) => !titles.includes(title))],
      ] as const)
        for (const query of [
          asText({ [field]: { [word]: values } }),
          `filter[${field}][${word}]=${values}`,
          values.map((value, place) => `filter[${field}][${word}][${place}]=${value}`).join('&'),
        ]) {
          const { status, body, text } = await list(query);
          assert.equal(status, 200, text.slice(0, 300));
          assert.deepEqual(
            body.items.map(({ title }) => title),
            wanted,
            word,
          );
        }
    });
  it('has a bound, which the refusal names', async () => {
    const { status, text } = await list(asText({ copies: { in: many((n) => n, 1001) } }));
    assert.deepEqual([status, text.includes('1000')], [400, true], text);
  });
});
