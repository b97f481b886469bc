import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocales } from '../../../server/definitions/locales.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { bulksOf } from '../../support/records/bulk.ts';

const locales = readLocales('zh,en>de,de') ?? [];
const { root } = await freshApp({ contentDir: 'test/content/paper', locales });
const path = '/v1/article';

const make = (values: object) => root.make(path, values);
const titles = (id: number) =>
  root.read<{ title: object }>(`${path}/${id}?locale=all`).then(({ title }) => title);

describe('what is missing in a language', () => {
  it('is what another language has', async () => {
    const ids = [
      await make({ title: '缺' }),
      await make({ title: { zh: '全', en: 'whole' } }),
      await make({ title: { zh: '半', en: 'half' }, lead: { de: 'nur' } }),
    ];
    const missing = async (locale: string) => {
      const found = await root.list<{ id: number }>(`${path}?missing=${locale}&fields=id&count=100`);
      return found.map(({ id }) => ids.indexOf(id)).filter((place) => place >= 0);
    };
    assert.deepEqual(await missing('en'), [0, 2]);
    assert.deepEqual(await missing('de'), [0, 1, 2]);
    assert.deepEqual(await missing('zh'), [2]);
    assert.deepEqual(await missing('zh,en'), [0, 2]);
    const count = await root.read<{ items: { count: number }[] }>(
      `${path}/aggregate?missing=en&filter[id][in]=${ids}`,
    );
    assert.equal(count.items[0]?.count, 2);
    const wrong = await root.ask(`POST ${path}/bulk-by-filter?missing=en&filter[id][in]=${ids}`, {
      action: 'delete',
      expected: 3,
    });
    assert.equal(wrong.headers['x-total-count'], '2', 'a change by filter keeps to it');
  });
});

describe('a change of all records of a list', () => {
  const { run, begin } = bulksOf(root);
  const lists: [query: string, found: readonly number[]][] = [
    ['locale=de&filter[title][eq]=Gleich', [0]],
    ['locale=en&filter[title][eq]=Gleich', [0, 1]],
    ['locale=en&fallback=false&filter[title][eq]=Gleich', [1]],
    ['locale=en&q=Gleich', [0, 1]],
    ['locale=en&fallback=false&q=Gleich', [1]],
    ['filter[title][eq]=Gleich', []],
  ];
  for (const [query, found] of lists)
    it(`finds what the list with '${query}' finds`, async () => {
      const made = [
        await make({ title: { zh: '一', de: 'Gleich' } }),
        await make({ title: { zh: '一', en: 'Gleich' } }),
      ];
      const own = `${query}&filter[id][in]=${made}`;
      const expected = found.map((place) => made[place]);
      const listed = await root.list<{ id: number }>(`${path}?${own}&fields=id&sort=id`);
      assert.deepEqual(
        listed.map(({ id }) => id),
        expected,
      );
      const done = await run(path, own, { action: 'delete', expected: found.length });
      assert.deepEqual([done.state, done.deleted, done.refused], ['done', found.length, 0]);
      const left = await root.list<{ id: number }>(`${path}?filter[id][in]=${made}&fields=id`);
      assert.equal(left.length, made.length - found.length);
    });

  it('writes in the language of the list, and in no other', async () => {
    const id = await make({ title: { zh: '一', en: 'One', de: 'Eins' } });
    const own = `filter[id][eq]=${id}`;
    await run(path, `locale=en&${own}`, { action: 'update', set: { title: 'Won' }, expected: 1 });
    assert.deepEqual(await titles(id), { zh: '一', en: 'Won', de: 'Eins' });
    const unclear = await begin(path, `locale=en,de&${own}`, {
      action: 'update',
      set: { title: 'x' },
      expected: 1,
    });
    assert.equal(unclear.status, 400);
    const unknown = await begin(path, `locale=fr&${own}`, { action: 'delete', expected: 1 });
    assert.equal(unknown.status, 400);
    assert.deepEqual(await titles(id), { zh: '一', en: 'Won', de: 'Eins' });
  });
});
