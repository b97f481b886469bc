import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { image, multipart } from '../../support/records/uploads.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/writing' });

const writer = await app.granted('article.create');
const second = await app.granted('article.create');
const member = await app.person();

let lot = 0;
const newKey = () => `key-${++lot}`;
const post = (key: string, body: unknown, token: string | undefined = writer.access, path = '/v1/article') =>
  app.request<{ id: number; code: number; message: string }>('POST', path, {
    ...(token !== '' && { token }),
    body,
    headers: { 'idempotency-key': key },
  });
const count = async (code: string) => (await app.root.list(`/v1/article?filter[title][eq]=${code}`)).length;

describe('a write that is sent again with its key', () => {
  for (const base of BASES)
    it(`is done once and answered twice, under '${base}'`, async () => {
      const [key, title] = [newKey(), `once${lot}`];
      const first = await post(key, { title }, writer.access, `${base}/v1/article`);
      const again = await post(key, { title }, writer.access, `${base}/v1/article`);
      assert.deepEqual([first.status, again.status], [201, 201]);
      assert.equal(again.text, first.text);
      assert.equal(again.headers.location, `${base}/v1/article/${first.body.id}`);
      assert.equal(first.headers['idempotency-replayed'], undefined);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal(await count(title), 1);
    });

  for (const base of [...BASES, '/api'])
    for (const other of [...BASES, '/api'])
      it(`is answered in the form of its own base, under '${base}' and then '${other}'`, async () => {
        const [key, title] = [newKey(), `both${lot}`];
        const first = await post(key, { title }, writer.access, `${base}/v1/article`);
        assert.equal(first.status, 201);
        const again = await post(key, { title }, writer.access, `${other}/v1/article`);
        const { body } = await post(newKey(), { title: key }, writer.access, `${other}/v1/article`);
        const names = other === '/api' && base !== '/api' ? ['id'] : Object.keys(body); // no record was kept
        assert.deepEqual([again.status, Object.keys(again.body)], [201, names], again.text);
        assert.equal(again.body.id, first.body.id);
        assert.equal(await count(title), 1);
      });

  it('is answered in the form that is preferred now', async () => {
    const key = newKey();
    const write = (prefer?: string) =>
      writer.post(
        '/v1/article',
        { title: key },
        { headers: { 'idempotency-key': key, ...(prefer && { prefer }) } },
      );
    const record = await write('return=representation');
    assert.equal(record.body.title, key);
    assert.equal((await write('return=representation')).text, record.text);
    assert.deepEqual(Object.keys((await write()).body), ['code', 'message', 'request', 'id']);
  });

  for (const path of ['/v1/article', '/v1/article/bulk'])
    it(`is not answered to somebody who may do it no more: ${path}`, async () => {
      const [key, leaver] = [newKey(), await app.granted('article.create')];
      const values = { title: key };
      const body = path.endsWith('bulk') ? { items: [{ action: 'create', values }] } : values;
      assert.ok((await post(key, body, leaver.access, path)).status < 300);
      await app.root.done(`PUT /cms/admin/user/${leaver.id}`, { group_ids: [] });
      assert.equal((await post(key, body, leaver.access, path)).status, 401);
    });

  it('is answered the same for many', async () => {
    const key = newKey();
    const items = [
      { action: 'create', values: { title: key } },
      { action: 'create', values: { title: key } },
    ];
    const first = await post(key, { items }, writer.access, '/v1/article/bulk');
    const again = await post(key, { items }, writer.access, '/v1/article/bulk');
    assert.deepEqual([first.status, again.status, again.text], [200, 200, first.text]);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.equal(await count(key), 2);
  });

  it('is logged once', async () => {
    const key = newKey();
    for (const _ of [1, 2, 3]) await post(key, { title: key });
    const items = await app.root.list<LogLine>('/cms/log/search?keyword=created&count=100');
    const { body } = await post(key, { title: key });
    assert.equal(items.filter(({ message }) => message.endsWith(`(id ${body.id})`)).length, 1);
  });

  it('is refused where it is another one, another path, or no key', async () => {
    const key = newKey();
    assert.equal((await post(key, { title: key })).status, 201);
    const others: readonly [unknown, string][] = [
      [{ title: `${key}x` }, '/v1/article'],
      [{ title: key, code: null }, '/v1/article'],
      [{ title: key }, '/v1/note'],
      [{ items: [{ action: 'create', values: { title: key } }] }, '/v1/article/bulk'],
    ];
    for (const [body, path] of others) {
      const answer = await post(key, body, writer.access, path);
      assert.deepEqual([answer.status, answer.body.code], [422, 10063], path);
    }
    for (const bad of ['', 'a b', 'x'.repeat(256), 'schlüssel', 'tab\tbed', 'null\u007f']) {
      const answer = await post(bad, { title: key });
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], JSON.stringify(bad));
      assert.match(answer.body.message, /idempotency-key/i);
    }
    assert.equal((await post('x'.repeat(255), { title: key })).status, 201);
    assert.equal(await count(key), 2);
    assert.equal(await count(`${key}x`), 0);
  });

  it('leaves nothing behind where it fails, so that it may be sent anew', async () => {
    const key = newKey();
    for (const bad of [{}, { title: 'x'.repeat(21) }, { title: key, note_id: 99_999 }])
      assert.equal((await post(key, bad)).status, 400);
    assert.equal((await post(key, { title: key })).status, 201);
    assert.equal(await count(key), 1);
  });

  it('belongs to its user, and asks each time for the right to write', async () => {
    const key = newKey();
    const made = await post(key, { title: key });
    for (const [token, status] of [
      ['', 401],
      [member.access, 401],
      [second.access, 201],
      [writer.access, 201],
    ] as const)
      assert.equal((await post(key, { title: key }, token)).status, status);
    assert.notEqual((await post(key, { title: key }, second.access)).body.id, made.body.id);
    assert.equal(await count(key), 2);
    const leaver = await app.granted('article.create');
    assert.equal((await post(key, { title: key }, leaver.access)).status, 201);
    await app.root.done(`PUT /cms/admin/user/${leaver.id}`, { group_ids: [] });
    assert.equal((await post(key, { title: key }, leaver.access)).status, 401);
  });

  it('is done once, however many arrive at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const key = newKey();
      const body = { title: key, code: key };
      const answers = await Promise.all(Array.from({ length: 8 }, () => post(key, body)));
      for (const { status, text } of answers) assert.equal(status, 201, text);
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
      assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed']).length, 7);
      assert.equal(await count(key), 1);
    }
  });
});

describe('a change that is sent again with its key', () => {
  const send = (request: string, key: string, sent: object, more = {}) => {
    const [method = '', path = ''] = request.split(' ');
    return app.request(method, path, {
      token: app.root.access,
      headers: { 'idempotency-key': key, ...more },
      ...(method !== 'DELETE' && { body: sent }),
    });
  };
  const historyOf = async (id: number) => (await app.root.list(`/v1/article/${id}/history`)).length;

  for (const method of ['PUT', 'PATCH', 'DELETE'])
    it(`is done once and answered twice: ${method}`, async () => {
      const id = await app.root.make('/v1/article', { title: `x${++lot}` });
      const { etag } = (await app.root.get(`/v1/article/${id}`)).headers;
      const [key, change] = [newKey(), `${method} /v1/article/${id}`];
      const condition = { 'if-match': String(etag) };
      const first = await send(change, key, { title: 'changed' }, condition);
      assert.equal(first.status, 200, first.text);
      const again = await send(change, key, { title: 'changed' }, condition);
      assert.deepEqual([again.status, again.text], [200, first.text]);
      assert.equal(again.headers['idempotency-replayed'], 'true');
      if (method !== 'DELETE') {
        assert.equal(await historyOf(id), 2);
        assert.equal((await send(change, key, { title: 'other' }, condition)).status, 422);
      }
      assert.equal((await send(change, key, { title: 'changed' })).status, 422, 'without the condition');
      assert.equal((await send(change, 'two words', { title: 'x' })).status, 400);
    });

  it('is done once as an upsert too', async () => {
    const [key, code] = [newKey(), `u${lot}`];
    const first = await send('PUT /v1/article?by=code', key, { title: 'x', code });
    const again = await send('PUT /v1/article?by=code', key, { title: 'x', code });
    assert.deepEqual([first.status, again.status, again.text], [201, 201, first.text]);
  });
});

it('a key of nobody is refused, for strangers would share it', async () => {
  const answer = await post(newKey(), { words: 'x' }, '', '/v1/remark');
  assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
  assert.equal((await app.nobody.post('/v1/remark', { words: 'x' })).status, 201);
  const key = newKey();
  const [first, again] = [
    await post(key, {}, member.access, '/v1/remark'),
    await post(key, {}, member.access, '/v1/remark'),
  ];
  assert.deepEqual(
    [first.status, again.text],
    [201, first.text],
    'where everyone may write, a token tells whose key it is',
  );
});

it('a request that is sent again with its key is another one where the file differs', async () => {
  const [one, other] = [await image(), await image()];
  const keyed = async (bytes: Buffer) => {
    const { body, headers } = multipart([{ key: 'f', name: 'a.png', bytes }]);
    const sent = { ...headers, 'idempotency-key': 'one-file' };
    return (await app.request('POST', '/cms/file', { token: app.root.access, body, headers: sent })).status;
  };
  assert.deepEqual([await keyed(one), await keyed(one), await keyed(other)], [200, 200, 422]);
});
