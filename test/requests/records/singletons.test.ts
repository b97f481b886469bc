import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openServer } from '../../../server/start.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/single' });
const editor = await app.granted('frontpage.update', 'frontpage.history');
const member = await app.person();
const PATH = '/v1/frontpage';
const everybody = { nobody: app.nobody, member, editor, root: app.root };

describe('the record of a singleton', () => {
  it('is there from the start, with its defaults', async () => {
    const { status, body, headers } = await app.nobody.get(PATH);
    assert.equal(status, 200);
    const { id, create_time, update_time, ...fields } = body;
    assert.deepEqual(fields, { headline: 'Welcome', is_open: true, lead_id: null });
    assert.ok(Number(id) > 0 && create_time === update_time);
    assert.match(String(headers.etag), /^"/);
    assert.equal((await app.root.get(PATH)).body.budget, null);
    assert.deepEqual((await member.get('/v1/switches')).body.is_quiet, false);
  });

  const may = { nobody: 401, member: 401, editor: 200, root: 200 };
  for (const [who, status] of Object.entries(may))
    for (const method of ['PATCH', 'PUT'] as const)
      it(`answers ${status} to a ${method} of ${who}`, async () => {
        const client = everybody[who as keyof typeof everybody];
        const answer = await client.ask(`${method} ${PATH}`, { headline: `${method} by ${who}` });
        assert.equal(answer.status, status, answer.text);
        const { headline } = (await app.nobody.get(PATH)).body;
        assert.equal(headline === `${method} by ${who}`, status === 200);
      });

  it('keeps its rules of fields', async () => {
    assert.equal((await app.root.patch(PATH, { budget: '12.50' })).status, 200);
    assert.equal('budget' in (await editor.get(PATH)).body, false);
    assert.equal((await app.root.get(PATH)).body.budget, '12.50');
    assert.equal((await app.root.patch(PATH, { budget: '-1' })).status, 400);
  });

  it('is changed only by who saw its last state', async () => {
    const { etag } = (await editor.get(PATH)).headers;
    const change = (headline: string) =>
      app.request('PATCH', PATH, {
        token: editor.access,
        body: { headline },
        headers: { 'if-match': String(etag) },
      });
    assert.equal((await change('first')).status, 200);
    assert.equal((await change('second')).status, 412);
    assert.equal((await app.nobody.get(PATH)).body.headline, 'first');
  });

  it('has a history, and goes back to one of its states', async () => {
    await editor.patch(PATH, { headline: 'Old' });
    await editor.patch(PATH, { headline: 'New' });
    const { items } = (await editor.get<{ items: { id: number; changes: object }[] }>(`${PATH}/history`))
      .body;
    const old = items.find(({ changes }) => JSON.stringify(changes).includes('"after":"Old"'));
    assert.equal((await member.get(`${PATH}/history`)).status, 401);
    assert.equal((await editor.post(`${PATH}/history/${old?.id}/restore`)).status, 401);
    assert.equal((await app.root.post(`${PATH}/history/${old?.id}/restore`)).status, 200);
    assert.equal((await app.nobody.get(PATH)).body.headline, 'Old');
  });

  it('shows what it refers to, and lets go of it', async () => {
    const { id } = (await member.post('/v1/story', { title: 'Lead' })).body;
    await editor.patch(PATH, { lead_id: id });
    const { expanded } = (await app.nobody.get<{ expanded: { lead_id: object } }>(`${PATH}?expand=lead_id`))
      .body;
    assert.deepEqual(Reflect.get(expanded.lead_id, 'title'), 'Lead');
    assert.equal((await member.delete(`/v1/story/${id}`)).status, 200);
    assert.equal((await app.nobody.get(PATH)).body.lead_id, null);
  });

  for (const [method, path] of [
    ['POST', PATH],
    ['DELETE', PATH],
    ['GET', `${PATH}/1`],
    ['DELETE', `${PATH}/1`],
    ['POST', `${PATH}/bulk`],
    ['GET', `${PATH}/trash`],
    ['GET', `${PATH}/export`],
    ['POST', `${PATH}/import`],
    ['POST', `${PATH}/bulk-by-filter`],
    ['GET', `${PATH}/aggregate`],
  ] as const)
    it(`is all there is: no ${method} ${path}`, async () => {
      const { status } = await app.root.ask(`${method} ${path}`, method === 'GET' ? undefined : {});
      assert.ok(status === 404 || status === 405, String(status));
    });

  it('is neither created nor deleted by own code', async () => {
    const { store } = app.server;
    const { id, ...context } = {
      id: 1n,
      actor: { id: 0n, username: 'test' },
      requestId: 't',
      now: Date.now(),
    };
    const frontpage = store.catalogue.get('frontpage');
    await assert.rejects(
      store.write(context, (writes) => writes.create(frontpage, {})),
      /a singleton: it has its record/,
    );
    await assert.rejects(
      store.write(context, (writes) => writes.remove(frontpage, id)),
      /a singleton: its record stays/,
    );
  });

  it('is the same after another start', async () => {
    const before = (await app.nobody.get(PATH)).body;
    const again = await openServer(app.settings);
    const answer = await again.app.inject({ url: PATH });
    await again.close();
    assert.deepEqual(JSON.parse(answer.body), before);
  });

  it('is described as one record', async () => {
    const { items } = (await editor.get<{ items: Record<string, unknown>[] }>('/cms/definition')).body;
    const told = items.find(({ name }) => name === 'frontpage');
    assert.deepEqual(
      [told?.singleton, told?.actions],
      [true, { read: true, update: true, history: true, presence: true }],
    );
  });
});
