import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/trees' });
const { root } = app;
const reader = await app.person();

const draft = (title: string, under: number | null = null) => root.make('/v1/chapter', { title, under });
const publish = (id: number) => root.post<{ fields?: object }>(`/v1/chapter/${id}/publish`);
const found = async (filter: string, by: Pick<typeof root, 'list'> = root) =>
  (await by.list<{ title: string }>(`/v1/chapter?${filter}`))
    .map(({ title }) => title)
    .toSorted()
    .join('');

describe('a tree of drafts', () => {
  it('is one of drafts, and one of what is published', async () => {
    const a = await draft('a');
    const b = await draft('b', a);
    const c = await draft('c', b);
    assert.equal(await found(`filter[under][below]=${a}&version=draft`), 'bc');
    assert.equal(await found(`filter[under][below]=${a}`, reader), '');
    for (const id of [a, b, c]) assert.equal((await publish(id)).status, 200);
    assert.equal(await found(`filter[under][below]=${a}`, reader), 'bc');
    await root.done(`PATCH /v1/chapter/${c}`, { under: null });
    assert.equal(await found(`filter[under][below]=${a}`, reader), 'bc');
    assert.equal(await found(`filter[under][below]=${a}&version=draft`), 'b');
    assert.equal(await found(`filter[under][above]=${c}`, reader), 'ab');
  });

  it('is left where a record above is not published', async () => {
    const a = await draft('a');
    const b = await draft('b', a);
    const c = await draft('c', b);
    for (const id of [a, c]) await publish(id);
    assert.equal(await found(`filter[under][below]=${a}`, reader), '');
  });

  it('has no circle', async () => {
    const a = await draft('a');
    const b = await draft('b', a);
    const { status } = await root.patch(`/v1/chapter/${a}`, { under: b });
    assert.equal(status, 400);
  });

  it('makes no circle of what is published', async () => {
    const a = await draft('a');
    const b = await draft('b', a);
    for (const id of [a, b]) assert.equal((await publish(id)).status, 200);
    await root.done(`PATCH /v1/chapter/${b}`, { under: null });
    await root.done(`PATCH /v1/chapter/${a}`, { under: b });
    const { status, body } = await publish(a);
    assert.deepEqual([status, Object.keys(body.fields ?? {})], [400, ['under']]);
    assert.equal((await publish(b)).status, 200);
    assert.equal((await publish(a)).status, 200);
    assert.equal(await found(`filter[under][below]=${b}`, reader), 'a');
  });

  it('makes no circle of what is published again', async () => {
    const a = await draft('a');
    const b = await draft('b', a);
    for (const id of [a, b]) await publish(id);
    await root.done(`POST /v1/chapter/${a}/unpublish`);
    await root.done(`PATCH /v1/chapter/${b}`, { under: null });
    await root.done(`PATCH /v1/chapter/${a}`, { under: b });
    assert.equal((await publish(a)).status, 400);
  });
});
