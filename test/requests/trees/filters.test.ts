import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, type Person } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root, nobody } = app;
const writer = await app.person();
const reader = await app.person();

//            a
//        b       c
//      d   h*      e        h is hidden from all but the writer, f and g stand below it
//          f
//          g
type Lister = Pick<Person, 'list'>;

const ids: Record<string, number> = {};
for (const [title, parent, is_hidden] of [
  ['a', null],
  ['b', 'a'],
  ['c', 'a'],
  ['d', 'b'],
  ['h', 'b', true],
  ['f', 'h'],
  ['g', 'f'],
  ['e', 'c'],
] as const)
  ids[title] = await writer.make('/v1/page', {
    title,
    parent: parent === null ? null : ids[parent],
    ...(is_hidden && { is_hidden }),
  });
const shelf = await root.make('/v1/shelf', { name: 'of d', page: ids.d });

/** A filter in which letters stand for the ids of pages. */
const asked = (filter: string) =>
  filter.replace(
    /\[(below|above|eq)\]=([a-h])(?=&|$)/g,
    (_, word: string, title: string) => `[${word}]=${ids[title]}`,
  );

async function found(person: Lister, filter: string): Promise<string> {
  const records = await person.list<{ title: string }>(`/v1/page?${asked(filter)}&count=100`);
  return records
    .map(({ title }) => title)
    .toSorted()
    .join('');
}

describe('pages are found by their place', () => {
  for (const [filter, byWriter, byReader] of [
    ['filter[parent][below]=a', 'bcdefgh', 'bcde'],
    ['filter[parent][below]=b', 'dfgh', 'd'],
    ['filter[parent][below]=g', '', ''],
    ['filter[parent][below]=h', 'fg', 'fg'], // as filter[parent][eq] finds f
    ['filter[parent][below]=f', 'g', 'g'],
    ['filter[parent][above]=g', 'abfh', 'f'],
    ['filter[parent][above]=f', 'abh', ''],
    ['filter[parent][above]=h', 'ab', ''],
    ['filter[parent][above]=e', 'ac', 'ac'],
    ['filter[parent][above]=a', '', ''],
    ['filter[parent][null]=true', 'a', 'a'],
    ['filter[parent][below]=a&filter[title][gte]=d', 'defgh', 'de'],
    ['filter[or][0][parent][below]=b&filter[or][1][parent][above]=e', 'acdfgh', 'acd'],
    ['filter[parent][below]=a&filter[parent][above]=g', 'bfh', ''],
    ['filter[parent][parent][below]=a', 'defgh', 'de'],
    ['filter[parent][parent][eq]=a', 'deh', 'de'],
    ['filter[children][parent][below]=a', 'abcfh', 'abc'],
    ['filter[parent][below]=999999', '', ''],
    ['filter[parent][above]=999999', '', ''],
  ] as const)
    it(filter, async () => {
      assert.equal(await found(writer, filter), byWriter);
      assert.equal(await found(reader, filter), byReader);
    });
});

describe('the same filter holds', () => {
  for (const [who, person, expected] of [
    ['the writer', writer, 7],
    ['a reader', reader, 4],
  ] as const) {
    it(`in counts of ${who}`, async () => {
      const items = await person.list<{ count: number }>(
        `/v1/page/aggregate?select=count&${asked('filter[parent][below]=a')}`,
      );
      assert.equal(items[0]?.count, expected);
    });
    it(`in exports of ${who}`, async () => {
      const { text } = await person.get(
        `/v1/page/export?format=csv&fields=title&${asked('filter[parent][below]=a')}`,
      );
      assert.equal(text.trim().split('\n').length, 1 + expected);
    });
    it(`in totals of ${who}`, async () => {
      const { total } = await person.read(`/v1/page?total=true&count=1&${asked('filter[parent][below]=a')}`);
      assert.equal(total, expected);
    });
    it(`in pages of ${who}`, async () => {
      const seen: number[] = [];
      let after = '';
      do {
        const page = await person.read<{ items: readonly { id: number }[]; next: string | null }>(
          `/v1/page?sort=title&count=2&${asked('filter[parent][below]=a')}${after}`,
        );
        seen.push(...page.items.map(({ id }) => id));
        after = page.next === null ? '' : `&after=${page.next}`;
      } while (after !== '');
      assert.equal(new Set(seen).size, expected);
    });
  }

  it('through a reference of another collection', async () => {
    const at = async (person: Lister, filter: string) =>
      (await person.list(`/v1/shelf?${asked(filter)}`)).map(({ id }) => id);
    assert.deepEqual(await at(reader, 'filter[page][parent][below]=a'), [shelf]);
    assert.deepEqual(await at(reader, 'filter[page][parent][below]=c'), []);
    assert.deepEqual(await at(reader, 'filter[page][parent][above]=d'), []);
  });

  it('for changes by filter', async () => {
    const filter = asked('filter[parent][below]=c');
    const { status, headers } = await reader.post(`/v1/page/bulk-by-filter?${filter}`, {
      action: 'update',
      set: { slug: null },
      expected: 5,
    });
    assert.deepEqual([status, headers['x-total-count']], [409, '1']);
  });
});

describe('what is asked in another way is refused', () => {
  for (const [filter, path, code] of [
    ['filter[parent][below]=x', 'filter.parent.below', 'notAnId'],
    ['filter[parent][below]=', 'filter.parent.below', 'notAnId'],
    ['filter[parent][below]=1,2', 'filter.parent.below', 'notAnId'],
    ['filter[parent][below][eq]=1', 'filter.parent.below', 'notAUsableField'],
    ['filter[title][below]=1', 'filter.title.below', 'notAnOperator'],
    ['filter[parent][under]=1', 'filter.parent.under', 'notAUsableField'],
    ['filter[parent]=1', 'filter.parent', 'operatorExpected'],
  ] as const)
    it(filter, async () => {
      const { status, body } = await writer.get<{ fields?: Record<string, { code: string }> }>(
        `/v1/page?${filter}`,
      );
      assert.equal(status, 400);
      const [[named, problem] = []] = Object.entries(body.fields ?? {});
      assert.ok(named?.startsWith(path), `${named}`);
      assert.equal(problem?.code, code);
    });

  it('a page reference that is no tree', async () => {
    const { status } = await writer.get('/v1/shelf?filter[page][below]=1');
    assert.equal(status, 400);
  });

  it('more than eight branches', async () => {
    const parts = (count: number) =>
      Array.from({ length: count }, (_, index) => `filter[or][${index}][parent][below]=${ids.b}`).join('&');
    assert.equal((await writer.get(`/v1/page?${parts(8)}`)).status, 200);
    assert.equal((await writer.get(`/v1/page?${parts(9)}`)).status, 400);
  });

  it('by callers who may not read', async () => {
    assert.equal((await nobody.get(`/v1/page?filter[parent][below]=${ids.a}`)).status, 401);
  });
});

describe('a rule may look at the tree', async () => {
  const hall = await root.make('/v1/room', { name: 'hall' });
  const cellar = await root.make('/v1/room', { name: 'cellar' });
  const attic = await root.make('/v1/room', { name: 'attic', within: hall });
  const chest = await root.make('/v1/room', { name: 'chest', within: attic });
  const names = async (person: Lister) =>
    (await person.list<{ name: string }>('/v1/room?sort=name')).map(({ name }) => name);

  it('rooms below the first one are shown', async () => {
    assert.equal(hall, 1);
    assert.deepEqual(await names(reader), ['attic', 'chest']);
    assert.deepEqual(await names(root), ['attic', 'cellar', 'chest', 'hall']);
    for (const [id, status] of [
      [hall, 404],
      [cellar, 404],
      [attic, 200],
      [chest, 200],
    ] as const)
      assert.equal((await reader.get(`/v1/room/${id}`)).status, status);
  });

  it('and may be changed as long as they stay there', async () => {
    await reader.done(`PATCH /v1/room/${chest}`, { name: 'box' });
    assert.equal((await reader.patch(`/v1/room/${chest}`, { within: null })).status, 400);
    assert.equal((await reader.patch(`/v1/room/${cellar}`, { name: 'x' })).status, 404);
    assert.equal((await reader.post('/v1/room', { name: 'x' })).status, 400);
    assert.ok(await reader.make('/v1/room', { name: 'drawer', within: chest }));
  });

  it('and leave sight with their branch', async () => {
    await root.done(`PATCH /v1/room/${attic}`, { within: cellar });
    assert.deepEqual(await names(reader), []);
    assert.equal((await reader.get(`/v1/room/${chest}`)).status, 404);
    await root.done(`PATCH /v1/room/${attic}`, { within: hall });
    assert.equal((await reader.get(`/v1/room/${chest}`)).status, 200);
  });
});
