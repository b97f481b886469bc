import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp({ contentDir: 'test/content/writing' });
const root = app.root.access;
const writer = await app.granted('写文章');
const second = await app.granted('写文章');
const member = await app.person();

let lot = 0;
const newKey = () => `key-${++lot}`;
const post = (key: string, body: unknown, token: string | undefined = writer.access, path = '/v1/article') =>
  app.request<{ id: number; code: number; message: string }>('POST', path, {
    ...(token !== '' && { token }),
    body,
    headers: { 'idempotency-key': key },
  });
const count = async (code: string) =>
  (
    await app.send<{ items: unknown[] }>('GET', `/v1/article?filter[title][eq]=${code}`, {
      token: root,
    })
  ).items.length;

describe('a write that is sent again with its key', () => {
  for (const base of ['', '/lin3'])
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
    const { items } = await app.send<{ items: { message: string; user_id: number }[] }>(
      'GET',
      `/cms/log/search?keyword=新建文章&count=100`,
      { token: root },
    );
    const { body } = await post(key, { title: key });
    assert.equal(items.filter(({ message }) => message.endsWith(` ${body.id}`)).length, 1);
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
    const leaver = await app.granted('写文章');
    assert.equal((await post(key, { title: key }, leaver.access)).status, 201);
    await app.send('PUT', `/cms/admin/user/${leaver.id}`, { token: root, body: { group_ids: [] } });
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

it('a key of nobody is refused, for strangers would share it', async () => {
  const answer = await post(newKey(), { words: 'x' }, '', '/v1/remark');
  assert.deepEqual([answer.status, answer.body.code], [400, 10030]);
  assert.equal((await app.request('POST', '/v1/remark', { body: { words: 'x' } })).status, 201);
});
