import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from '../support/bodies.ts';
import type { Client } from '../support/client.ts';
import { freshApp } from '../support/fresh-app.ts';
import { makeRecords } from '../support/records/novels.ts';

const app = await freshApp({ contentDir: 'test/content/festival' });
const owner = await app.person();
const member = await app.person();
const granted = await app.granted('contract.read');
const callers: Record<string, Client> = { nobody: app.nobody, member, granted, owner, root: app.root };

interface Film {
  readonly id: number;
  readonly title: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly expanded: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}
let films: bigint[] = [];
const at = (place: number) => films[place] ?? 0n;
/** The screenings of each film: room and start. */
const plan: readonly (readonly [room: number, starts: number])[][] = [
  [
    [1, 10],
    [2, 30],
    [2, 20],
    [1, 5],
  ],
  [[1, 99]],
  [],
];

before(async () => {
  const [open, hidden] = await makeRecords(app, 'studio', [{ name: 'open' }, { name: 'hidden' }]);
  films = await makeRecords(app, 'film', [
    { title: 'a', studio: open },
    { title: 'b', studio: hidden },
    { title: 'c', studio: null },
  ]);
  for (const [place, screenings] of plan.entries())
    await makeRecords(
      app,
      'screening',
      screenings.map(([room, starts_at]) => ({ film: at(place), room, starts_at, takings: starts_at })),
    );
  await makeRecords(app, 'screening', [{ film: null, room: 9 }]);
  await makeRecords(app, 'note', [{ film: at(0), closed_film: at(1), words: 'noted' }], BigInt(owner.id));
  await makeRecords(app, 'contract', [{ film: at(0), words: 'signed' }]);
});

const titles = ({ items }: Page<Film>) => items.map(({ title }) => title);

describe('a way back', () => {
  it('is expanded in its own order, up to its own limit, with one statement', async () => {
    const { items } = await member.read<Page<Film>>('/v1/film?expand=screenings&sort=title');
    assert.deepEqual(
      items.map(({ expanded }) => expanded.screenings?.map(({ room, starts_at }) => [room, starts_at])),
      [
        [
          [2, 20],
          [2, 30],
          [1, 5],
        ],
        [[1, 99]],
        [],
      ],
    );
    for (const record of items[0]?.expanded.screenings ?? []) assert.ok(!('takings' in record));
    const one = await member.read<Film>(
      `/v1/film/${at(0)}?expand=screenings,screenings.film&fields=title,screenings.room,screenings.count`,
    );
    const [first] = one.expanded.screenings ?? [];
    assert.deepEqual(Object.keys(first ?? {}), ['id', 'room', 'expanded']);
    assert.deepEqual((first as unknown as { expanded: { film: Film } }).expanded.film.title, 'a');
    assert.deepEqual(one.counts, { screenings: 4 });
  });

  it('is filtered by, as one record that meets all that is asked', async () => {
    for (const [filter, expected] of [
      ['filter[screenings][starts_at][gte]=25', ['a', 'b']],
      ['filter[screenings][room][eq]=1&filter[screenings][starts_at][gte]=20', ['b']],
      ['filter[and][0][screenings][room][eq]=1&filter[and][1][screenings][starts_at][eq]=30', ['a']],
      ['filter[screenings][film][title][eq]=b', ['b']],
      ['filter[screenings][count][eq]=0', ['c']],
      ['filter[screenings][count][ne]=0', ['a', 'b']],
      ['filter[screenings][count][lt]=2', ['b', 'c']],
      ['filter[screenings][count][lte]=1', ['b', 'c']],
      ['filter[screenings][count][gt]=0', ['a', 'b']],
      ['filter[screenings][count][gte]=0', ['a', 'b', 'c']],
      ['filter[screenings][count][ne]=1', ['a', 'c']],
      ['filter[screenings][count][gte]=2&filter[screenings][room][eq]=2', ['a']],
      ['filter[studio][films][screenings][count][gte]=4', ['a']],
    ] as const) {
      const { items } = await member.read<Page<Film>>(`/v1/film?${filter}&sort=title`);
      assert.deepEqual(
        items.map(({ title }) => title),
        expected,
        filter,
      );
    }
  });

  it('is counted, sorted by, grouped by and added up', async () => {
    assert.deepEqual(titles(await member.read<Page<Film>>('/v1/film?sort=-screenings.count,title')), [
      'a',
      'b',
      'c',
    ]);
    const first = await member.read<Page<Film>>('/v1/film?sort=screenings.count&count=1');
    const second = await member.read<Page<Film>>(
      `/v1/film?sort=screenings.count&count=1&after=${first.next}`,
    );
    assert.deepEqual([titles(first), titles(second)], [['c'], ['b']]);
    assert.deepEqual(titles(await member.read<Page<Film>>('/v1/film?sort=screenings.count&from=1')), [
      'b',
      'a',
    ]);
    const groups = await member.read(
      '/v1/film/aggregate?group=screenings.count&select=count,sum.screenings.count',
    );
    assert.deepEqual(groups.items, [
      { group: { 'screenings.count': 0 }, count: 1, sum: { 'screenings.count': 0 } },
      { group: { 'screenings.count': 1 }, count: 1, sum: { 'screenings.count': 1 } },
      { group: { 'screenings.count': 4 }, count: 1, sum: { 'screenings.count': 4 } },
    ]);
    // Behind a hidden studio the number is null, and tells nothing.
    const behind = await member.read('/v1/film/aggregate?group=studio.films.count');
    assert.deepEqual(behind.items, [
      { group: { 'studio.films.count': null }, count: 2 },
      { group: { 'studio.films.count': 1 }, count: 1 },
    ]);
    const counted = await member.read<Page<Film>>('/v1/film?fields=screenings.count,notes.count&sort=title');
    assert.deepEqual(counted.items, [
      { id: Number(at(0)), counts: { screenings: 4, notes: 0 } },
      { id: Number(at(1)), counts: { screenings: 1, notes: 0 } },
      { id: Number(at(2)), counts: { screenings: 0, notes: 0 } },
    ]);
  });

  it('leaves out deleted records', async () => {
    const [gone] = await makeRecords(app, 'screening', [{ film: at(2), room: 7 }]);
    assert.equal((await member.ask(`DELETE /v1/screening/${gone}`)).status, 200);
    const record = await member.read<Film>(`/v1/film/${at(2)}?expand=screenings&fields=screenings.count`);
    assert.deepEqual([record.counts.screenings, record.expanded.screenings], [0, []]);
    assert.deepEqual(titles(await member.read<Page<Film>>('/v1/film?filter[screenings][room][eq]=7')), []);
  });
});

describe('a way back to records with drafts', () => {
  it('shows and counts what is published of them', async () => {
    const { body } = await member.ask('POST /v1/review', { film: Number(at(2)), words: 'unready' });
    const told = async () => {
      const { text } = await member.ask(
        `GET /v1/film/${at(2)}?expand=reviews&fields=reviews.count,reviews.words`,
      );
      const found = await member.read<Page<Film>>(
        '/v1/film?filter[reviews][words][eq]=unready&sort=-reviews.count',
      );
      return [JSON.parse(text).counts.reviews, text.includes('unready'), found.items.length];
    };
    assert.deepEqual(await told(), [0, false, 0]);
    assert.equal((await member.ask(`POST /v1/review/${body.id}/publish`)).status, 200);
    assert.deepEqual(await told(), [1, true, 1]);
    assert.equal((await member.ask(`POST /v1/review/${body.id}/unpublish`)).status, 200);
    assert.deepEqual(await told(), [0, false, 0]);
  });
});

describe('the rights over the records that refer', () => {
  /** Which callers see the one record behind each way: all others are refused, or find none. */
  const ways: Record<string, { sees: readonly string[]; refused: readonly string[]; film: number }> = {
    notes: { sees: ['owner', 'root'], refused: ['nobody'], film: 0 },
    contracts: { sees: ['granted', 'root'], refused: ['nobody', 'member', 'owner'], film: 0 },
    sealed: { sees: ['root'], refused: ['nobody', 'member', 'granted', 'owner'], film: 1 },
  };
  for (const [way, { sees, refused, film }] of Object.entries(ways))
    it(`bind ${way} on every path`, async () => {
      for (const [caller, client] of [...Object.entries(callers), ...Object.entries(callers).reverse()]) {
        const only = `filter[id][eq]=${at(film)}`;
        const seen = sees.includes(caller) ? 1 : 0;
        for (const [path, told] of [
          [`?expand=${way}&${only}`, (one: Film) => one.expanded[way]?.length],
          [`?fields=${way}.count&${only}`, (one: Film) => one.counts[way]],
          [
            `/aggregate?group=${way}.count&${only}`,
            (one: { group: Record<string, number> }) => one.group[`${way}.count`],
          ],
          [
            `/aggregate?select=sum.${way}.count&${only}`,
            (one: { sum: Record<string, number> }) => one.sum[`${way}.count`],
          ],
        ] as [string, (one: unknown) => unknown][]) {
          const { status, body, text } = await client.ask(`GET /v1/film${path}`);
          const what = `${path} for ${caller}: ${text}`;
          assert.equal(status, refused.includes(caller) ? 400 : 200, what);
          assert.ok(!/noted|signed/.test(text) || seen === 1, what);
          if (status === 200) assert.equal(told((body.items as unknown[])[0]), seen, what);
        }
        for (const [filter, found] of [
          [`filter[${way}][words][null]=false`, seen],
          [`filter[${way}][count][gte]=1`, seen],
          [`filter[${way}][count][eq]=0`, 1 - seen],
          [`sort=${way}.count`, 1],
        ] as const) {
          const { status, body, text } = await client.ask(`GET /v1/film?${filter}&${only}`);
          const what = `${filter} for ${caller}: ${text}`;
          assert.equal(status, refused.includes(caller) ? 400 : 200, what);
          if (status === 200) assert.equal((body.items as unknown[]).length, found, what);
        }
      }
    });

  it('refuse fields that the caller may not read, and what is no way', async () => {
    for (const query of [
      'filter[screenings][takings][gt]=0',
      'expand=screenings&fields=screenings.takings',
      'expand=showings',
      'sort=screenings',
      'sort=screenings.room',
      'filter[screenings][count][contains]=1',
      'filter[screenings][count][eq]=many',
      'filter[screenings]=1',
      'fields=screenings',
      'fields=showings.count',
    ])
      assert.equal((await member.ask(`GET /v1/film?${query}`)).status, 400, query);
    assert.equal((await member.ask('GET /v1/film/export?format=json&fields=screenings.count')).status, 400);
    assert.equal((await member.ask(`PATCH /v1/film/${at(0)}`, { screenings: [] })).status, 400);
  });
});
