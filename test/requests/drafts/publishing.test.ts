import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Revision } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

const app = await freshApp({ contentDir: 'test/content/drafts' });
const { root, nobody } = app;
const essay = (values: object = {}) => root.make('/v1/essay', { title: 'An essay', ...values });
const publish = (id: number) => root.done(`POST /v1/essay/${id}/publish`);
const draft = (id: number) => root.read(`/v1/essay/${id}?version=draft`);
const seen = (id: number) => nobody.get(`/v1/essay/${id}`);

describe('a draft', () => {
  it('may lack what is required, and is published only with it', async () => {
    const id = await root.make('/v1/essay', { body: 'no title yet' });
    const refused = await root.post(`/v1/essay/${id}/publish`);
    assert.equal(refused.status, 400);
    assert.deepEqual(Object.keys(refused.body.fields as object), ['title']);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Here it is' });
    await publish(id);
    assert.equal((await seen(id)).body.title, 'Here it is');
  });

  it('gets its slug with the text that the slug is made from', async () => {
    const id = await root.make('/v1/essay', { body: 'no title yet' });
    await root.make('/v1/essay', { body: 'another without a title' });
    assert.equal((await draft(id)).slug, null);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Named at Last' });
    assert.equal((await draft(id)).slug, 'named-at-last');
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Named Again' });
    await publish(id);
    assert.equal((await seen(id)).body.slug, 'named-at-last');
  });

  it('gets some slug when it is published without that text', async () => {
    const id = await root.make('/v1/poem', { lines: 'untitled' });
    assert.equal((await root.read(`/v1/poem/${id}?version=draft`)).slug, null);
    await root.done(`POST /v1/poem/${id}/publish`);
    const { slug } = (await nobody.get(`/v1/poem/${id}`)).body;
    assert.match(String(slug), /^[a-z0-9-]+$/);
    const { slug: ofDraft, publication } = await root.read(`/v1/poem/${id}?version=draft`);
    assert.deepEqual([ofDraft, publication], [slug, 'published']);
  });

  it('tells what readers see of it', async () => {
    const id = await essay();
    assert.equal((await draft(id)).publication, 'draft');
    await publish(id);
    assert.equal((await draft(id)).publication, 'published');
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Another' });
    assert.equal((await draft(id)).publication, 'changed');
    await root.done(`PATCH /v1/essay/${id}`, { title: 'An essay' });
    assert.equal((await draft(id)).publication, 'published');
    await root.done(`POST /v1/essay/${id}/unpublish`);
    const { publication, published_time } = await draft(id);
    assert.deepEqual([publication, published_time], ['draft', null]);
  });

  it('keeps its id, its maker and its time of creation for readers', async () => {
    const writer = await app.person();
    const id = await writer.make('/v1/essay', { title: 'By a member' });
    await publish(id);
    const { create_time } = await draft(id);
    assert.deepEqual([(await seen(id)).body.id, (await seen(id)).body.create_time], [id, create_time]);
  });

  it('takes nothing that the server fills in from a client', async () => {
    const id = await essay({ publication: 'published', published_time: 5, publish_time: 5 });
    const { publication, published_time, publish_time } = await draft(id);
    assert.deepEqual([publication, published_time, publish_time], ['draft', null, null]);
    await publish(id);
    await root.done(`PUT /v1/essay/${id}`, { title: 'Whole', publication: 'draft' });
    assert.equal((await draft(id)).publication, 'changed');
  });

  it('is only written in the state that its writer knows', async () => {
    const id = await essay();
    const { headers } = await root.get(`/v1/essay/${id}?version=draft`);
    const condition = { headers: { 'if-match': String(headers.etag) } };
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Changed meanwhile' });
    for (const decision of ['publish', 'unpublish'])
      assert.equal((await root.post(`/v1/essay/${id}/${decision}`, undefined, condition)).status, 412);
    assert.equal((await root.patch(`/v1/essay/${id}`, { title: 'Late' }, condition)).status, 412);
    assert.equal((await seen(id)).status, 404);
  });

  it('is published twice without another effect', async () => {
    const id = await essay();
    await publish(id);
    const before = await draft(id);
    await publish(id);
    assert.deepEqual(await draft(id), before);
    await root.done(`POST /v1/essay/${id}/unpublish`);
    await root.done(`POST /v1/essay/${id}/unpublish`);
    assert.equal((await seen(id)).status, 404);
  });

  it('goes back to what readers see', async () => {
    const id = await essay();
    assert.equal((await root.post(`/v1/essay/${id}/discard`)).status, 400);
    await publish(id);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'A worse title', body: 'worse' });
    await root.done(`POST /v1/essay/${id}/discard`);
    const { title, body, publication } = await draft(id);
    assert.deepEqual([title, body, publication], ['An essay', null, 'published']);
  });

  it('goes back to an earlier draft by its history', async () => {
    const id = await essay();
    await publish(id);
    await root.done(`PATCH /v1/essay/${id}`, { title: 'Second' });
    const [, , first] = await root.list<Revision>(`/v1/essay/${id}/history?version=draft`);
    await root.done(`POST /v1/essay/${id}/history/${first?.id}/restore`);
    assert.equal((await draft(id)).title, 'An essay');
    assert.equal((await seen(id)).body.title, 'An essay');
  });

  it('holds a unique value of its own, and is not published over another', async () => {
    const first = await essay({ slug: 'only-one' });
    await publish(first);
    await root.done(`PATCH /v1/essay/${first}`, { slug: 'moved' });
    const second = await essay({ slug: 'only-one' });
    assert.equal((await root.post(`/v1/essay/${second}/publish`)).body.code, 10060);
    await publish(first);
    await publish(second);
    assert.equal((await seen(second)).body.slug, 'only-one');
  });
});

describe('many drafts', () => {
  it('are written by bulk and import, and published one by one', async () => {
    const { items } = await root.done<{ readonly items: readonly { readonly id: number }[] }>(
      'POST /v1/essay/bulk',
      {
        items: [
          { action: 'create', values: { title: 'bulk one' } },
          { action: 'create', values: { body: 'bulk two' } },
        ],
      },
    );
    for (const { id } of items) assert.equal((await seen(id)).status, 404);
    const sent = await root.post('/v1/essay/import?format=jsonl', '{"title":"imported"}\n', {
      headers: { 'content-type': 'application/jsonl' },
    });
    assert.equal(sent.status, 201, sent.text);
    const records = () => root.list('/v1/essay?version=draft&filter[title][eq]=imported');
    await until(async () => (await records()).length === 1);
    assert.deepEqual(await nobody.list('/v1/essay?filter[title][eq]=imported'), []);
  });

  it('are changed by filter', async () => {
    const id = await essay({ title: 'by filter' });
    await publish(id);
    const begun = await root.post('/v1/essay/bulk-by-filter?filter[title][eq]=by filter', {
      action: 'update',
      set: { body: 'changed by filter' },
      expected: 1,
    });
    assert.equal(begun.status, 201, begun.text);
    await until(async () => (await draft(id)).publication === 'changed');
    assert.equal((await seen(id)).body.body, null);
  });
});

describe('a singleton with a draft', () => {
  it('shows what was published of it', async () => {
    const read = async () => (await nobody.get('/v1/front')).body.headline;
    assert.equal(await read(), 'Welcome');
    await root.done('PATCH /v1/front', { headline: 'News' });
    assert.equal(await read(), 'Welcome');
    assert.equal((await root.read('/v1/front?version=draft')).headline, 'News');
    await root.done('POST /v1/front/publish');
    assert.equal(await read(), 'News');
    await root.done('PATCH /v1/front', { headline: 'Nonsense' });
    await root.done('POST /v1/front/discard');
    assert.equal((await root.read('/v1/front?version=draft')).headline, 'News');
  });
});

describe('the version that is asked for', () => {
  for (const [path, status] of [
    ['/v1/essay?version=published', 200],
    ['/v1/essay?version=%64raft', 200],
    ['/v1/essay?version=latest', 400],
    ['/v1/essay?version=draft&version=published', 400],
    ['/v1/topic?version=draft', 400],
  ] as const)
    it(`${path} is answered ${status}`, async () => {
      assert.equal((await root.get(path)).status, status);
    });
});
