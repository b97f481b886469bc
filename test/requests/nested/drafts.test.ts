import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/nested-drafts' });
const { nobody } = app;
const mei = await app.person();
const found = async (filter: string) =>
  (await nobody.list<{ id: number }>(`/v1/leaf?filter${filter}`)).map(({ id }) => id);

it('readers find and see what is published of fields inside fields, and nothing of drafts', async () => {
  const target = await mei.make('/v1/leaf', { title: 'target', tags: ['t'] });
  const id = await mei.make('/v1/leaf', { title: 'no tags yet' });
  assert.equal((await mei.post(`/v1/leaf/${id}/publish`)).status, 400);
  const link = { type: 'link', words: 'there', to: target };
  await mei.done(`PATCH /v1/leaf/${id}`, { tags: ['old'], parts: [link] });
  await mei.done(`POST /v1/leaf/${id}/publish`);
  const early = await nobody.read<{ expanded: object }>(`/v1/leaf/${id}?expand=parts.link.to`);
  assert.deepEqual(early.expanded, { 'parts.link.to': [] });
  await mei.done(`POST /v1/leaf/${target}/publish`);
  assert.deepEqual(await found('[tags][eq]=old'), [id]);
  assert.deepEqual(await found('[parts][link][to][title][eq]=target'), [id]);

  await mei.done(`PATCH /v1/leaf/${id}`, { tags: ['new'], parts: [{ ...link, words: 'hidden' }] });
  await mei.done(`PATCH /v1/leaf/${target}`, { title: 'secret' });
  for (const path of [
    `/v1/leaf/${id}?expand=parts.link.to`,
    '/v1/leaf?expand=parts.link.to',
    `/v1/leaf/${id}/history`,
  ])
    assert.doesNotMatch((await nobody.get(path)).text, /new|hidden|secret/, path);
  assert.deepEqual(await found('[tags][eq]=new'), []);
  assert.deepEqual(await found('[parts][link][words][eq]=hidden'), []);
  assert.deepEqual(await found('[parts][link][to][title][eq]=secret'), []);
  assert.equal((await mei.list(`/v1/leaf?version=draft&filter[tags][eq]=new`)).length, 1);

  await mei.done(`POST /v1/leaf/${id}/publish`);
  assert.deepEqual(await found('[tags][eq]=new'), [id]);
  assert.deepEqual(await found('[tags][eq]=old'), []);
});
