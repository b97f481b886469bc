// No engine changes its result: it is about the form of answers.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';
import { tusOf } from '../../support/records/resumable-uploads.ts';

// What is more than a request for JSON, on `/api`.

const app = await freshApp({ contentDir: 'test/content/sets', mcp: true });
const { program } = keysOf(app);
const robot = await program({}, [await app.groupWith('article.write')]);
const writer = await app.root.make('/v1/writer', { name: 'Ann' });

it('an upload in pieces goes on at the address that its beginning told', async () => {
  const { send, begin } = tusOf(app, app.root.access);
  const begun = await begin(1, {}, '');
  const neutral = await tusOf(app, app.root.access, '/api').begin(1);
  assert.equal(neutral.status, begun.status, neutral.text);
  assert.match(String(neutral.headers.location), /^\/api\/cms\/file\/upload\/\d+$/);
  const found = await send('HEAD', String(neutral.headers.location));
  assert.deepEqual([found.status, found.headers['upload-offset']], [200, '0']);
});

it('an export and a stream of changes are those of every base', async () => {
  await app.root.make('/v1/article', { title: 'sent', writer });
  const exported = await app.root.get('/api/v1/article/export?format=csv');
  assert.deepEqual(
    [exported.status, exported.text],
    [200, (await app.root.get('/v1/article/export?format=csv')).text],
  );
  const changes = await app.root.get('/api/v1/changes');
  assert.deepEqual(
    [changes.status, Object.keys(changes.body)],
    [200, Object.keys((await app.root.get('/v1/changes')).body)],
  );
});

it('a change set tells the problem of each item in the neutral form', async () => {
  const item = { action: 'create', values: { title: 'x'.repeat(1000), writer } };
  const propose = (base: string, named: object) =>
    app.root.post(`${base}/v1/change-set`, { title: 'one', items: [{ ...named, ...item }] });
  const plain = await propose('', { record: 'article' });
  const { status, body } = await propose('/api', { collection: 'article' });
  assert.equal(plain.status, 400, plain.text);
  const [told] = body.items as [{ index: number; type: string; errors: [{ pointer: string }] }];
  assert.deepEqual(
    [status, body.type, told.index, told.type, told.errors[0].pointer],
    [422, 'urn:quire:error:recordsRefused', 0, 'urn:quire:error:badParameters', '#/title'],
  );
});

it('an agent reads failures in the form of the base that it calls', async () => {
  const call = { name: 'read_record', arguments: { collection: 'article', id: 999 } };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call };
  const headers = { accept: 'application/json, text/event-stream' };
  for (const [base, told] of [
    ['', '\\"code\\":10022,\\"message\\"'],
    ['/api', 'urn:quire:error:recordNotFound'],
  ] as const) {
    const { text } = await robot.post(`${base}/mcp`, body, { headers });
    assert.ok(text.includes(told), text);
  }
});

it('a narrow key reaches no more than on every base', async () => {
  const narrow = await program({ read_only: true }, [await app.groupWith('article.write')]);
  const { status, body } = await narrow.post('/api/v1/article', { title: 'x', writer });
  assert.deepEqual([status, body.type], [403, 'urn:quire:error:keyTooNarrow']);
});
