import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Answer, Client, Plain } from '../../support/client.ts';
import { freshApp } from '../../support/fresh-app.ts';

const kinds = await freshApp({ contentDir: 'test/content/kinds' });
const rules = await freshApp({ contentDir: 'test/content/rules' });
const secrets = await freshApp({ contentDir: 'test/content/secrets' });
const preferred = { headers: { prefer: 'return=representation' } };
const path = '/v1/specimen';

describe('a write whose sender prefers the record', () => {
  const sameAsRead = async (by: Client, answer: Answer<Plain>) => {
    const read = await by.get(`${path}/${answer.body.id}`);
    assert.equal(answer.text, read.text);
    assert.equal(answer.headers.etag, read.headers.etag);
    assert.equal(answer.headers['preference-applied'], 'return=representation');
  };

  it('is answered what a read would answer, with its ETag', async () => {
    const made = await kinds.root.post(path, { title: 'A fern', serial: 7, weight: '1.5' }, preferred);
    assert.equal(made.status, 201);
    assert.match(String(made.headers.location), new RegExp(`^${path}/\\d+$`));
    await sameAsRead(kinds.root, made);
    const { id } = made.body;
    for (const method of ['patch', 'put'] as const) {
      const changed = await kinds.root[method](`${path}/${id}`, { title: `By ${method}` }, preferred);
      assert.equal(changed.status, 200);
      assert.equal(changed.body.title, `By ${method}`);
      await sameAsRead(kinds.root, changed);
    }
    const upserted = await kinds.root.put(`${path}?by=slug`, { title: 'New', slug: 'new' }, preferred);
    assert.equal(upserted.status, 201);
    await sameAsRead(kinds.root, upserted);
  });

  it('can be followed by a conditional write', async () => {
    const made = await kinds.root.post(path, { title: 'A moss' }, preferred);
    const write = (etag: unknown) =>
      kinds.root.patch(`${path}/${made.body.id}`, { legs: 2 }, { headers: { 'if-match': String(etag) } });
    assert.equal((await write(made.headers.etag)).status, 200);
    assert.equal((await write(made.headers.etag)).status, 412);
  });

  it('is answered again what it was answered', async () => {
    const headers = { ...preferred.headers, 'idempotency-key': 'moss-1' };
    const first = await secrets.root.post('/v1/plan', { title: 'Once' }, { headers });
    const again = await secrets.root.post('/v1/plan', { title: 'Once' }, { headers });
    assert.equal(first.body.title, 'Once');
    assert.equal(again.text, first.text);
    assert.equal(again.headers.etag, first.headers.etag);
    assert.equal(again.headers['idempotency-replayed'], 'true');
  });

  it('holds what its sender may read', async () => {
    const member = await rules.person();
    const made = await member.post('/v1/person', { name: 'Ann', pin: '1' }, preferred);
    assert.deepEqual(Object.keys(made.body), ['id', 'name', 'rank', 'create_time', 'update_time']);
    const blind = await secrets.granted('plan.create');
    const unseen = await blind.post('/v1/plan', { title: 'Unseen' }, preferred);
    assert.equal(unseen.body.code, 1);
    assert.equal(unseen.headers['preference-applied'], undefined);
  });

  for (const [prefer, isRecord] of [
    ['return=minimal', false],
    ['respond-async, return=representation; x=1', true],
    ['return="representation"', true],
    ['RETURN=representation', true],
    ['return=minimal, return=representation', false],
    ['nonsense;;,=', false],
  ] as const)
    it(`understands Prefer: ${prefer}`, async () => {
      const made = await kinds.root.post(path, { title: 'A lichen' }, { headers: { prefer } });
      assert.equal('title' in made.body, isRecord);
    });
});
