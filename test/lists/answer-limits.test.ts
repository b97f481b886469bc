import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FreshApp, freshApp } from '../support/fresh-app.ts';

const CROWD = { contentDir: 'test/content/crowd' };

/** Articles that each name all of them. */
async function entangled(app: FreshApp, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push(await app.root.make('/v1/article', { title: `article ${index}` }));
  for (const id of ids) await app.root.done(`PATCH /v1/article/${id}`, { related: ids });
  return ids;
}

describe('records that name each other', async () => {
  const app = await freshApp(CROWD);
  const [first] = await entangled(app, 20);

  for (const path of [
    '/v1/article?count=100&expand=related.related,related',
    '/v1/article?count=100&expand=related,related.related,related.related.related',
    '/lin3/v1/article?expand=related,related.related,related.related.related',
    `/v1/article/${first}?expand=related,related.related,related.related.related`,
  ])
    it(`are not all put into one answer: ${path}`, async () => {
      const answer = await app.nobody.get(path, { headers: { 'accept-language': 'en' } });
      assert.equal(answer.status, 400, answer.text.slice(0, 200));
      assert.match(answer.text, /expand.*more than 5000 records/);
      assert.ok(answer.text.length < 1000);
    });

  it('are expanded as far as the answer stays within bounds', async () => {
    const items = await app.nobody.list<{ expanded: { related: { expanded: { related: unknown[] } }[] } }>(
      '/v1/article?count=10&expand=related,related.related',
    );
    assert.equal(items.length, 10);
    assert.equal(items[9]?.expanded.related[19]?.expanded.related.length, 20);
  });
});

describe('records that are long', async () => {
  const app = await freshApp(CROWD);
  const body = '长'.repeat(300_000);
  const ids: number[] = [];
  for (let index = 0; index < 9; index += 1) ids.push(await app.root.make('/v1/article', { body }));
  const hub = await app.root.make('/v1/article', { title: 'hub', related: ids });

  for (const [path, field] of [
    ['/v1/article?count=100', 'count'],
    ['/lin3/v1/article', 'count'],
    ['/v1/article?count=100&sort=title', 'count'],
    [`/v1/article/${hub}?expand=related`, 'expand'],
    ['/v1/article?count=1&sort=-id&expand=related', 'expand'],
  ] as const)
    it(`are refused where they do not fit one answer: ${path}`, async () => {
      const answer = await app.nobody.get(path, { headers: { 'accept-language': 'en' } });
      assert.equal(answer.status, 400, answer.text.slice(0, 200));
      assert.match(answer.text, new RegExp(`${field}.*more than 2000000 characters`));
      assert.ok(answer.text.length < 1000);
    });

  it('are answered some at a time, or by some of their fields', async () => {
    assert.equal((await app.nobody.list('/v1/article?count=5')).length, 5);
    assert.equal((await app.nobody.list('/v1/article?count=1')).length, 1);
    assert.equal((await app.nobody.list('/v1/article?count=100&fields=title')).length, 10);
  });
});
