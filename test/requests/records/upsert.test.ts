import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en', contentDir: 'test/content/writing' });
const root = app.root.access;
const writer = await app.granted('article.create');
const second = await app.granted('article.create');
const member = await app.person();

const upsert = (
  method: string,
  values: object,
  { by = 'code', token = root, headers = {}, base = '' } = {},
) =>
  app.request<{ id: number; code: number; message: string }>(method, `${base}/v1/article?by=${by}`, {
    ...(token !== '' && { token }),
    body: values,
    headers,
  });
const read = async (id: number) => (await app.root.get(`/v1/article/${id}`)).body;

describe('a record that is meant by its unique fields', () => {
  for (const base of ['', '/lin3'])
    for (const method of ['PUT', 'PATCH'])
      it(`creates a missing record and changes an existing one: ${method} ${base}`, async () => {
        const code = `${method}${base}`;
        const made = await upsert(method, { title: 'A', code, source: `s${code}` }, { base });
        assert.equal(made.status, 201);
        assert.equal(made.headers.location, `${base}/v1/article/${made.body.id}`);
        const changed = await upsert(method, { title: 'B', code }, { base });
        assert.deepEqual([changed.status, changed.body.id], [200, made.body.id]);
        assert.equal(changed.headers.location, made.headers.location);
        const record = await read(made.body.id);
        assert.deepEqual([record.title, record.source], ['B', method === 'PUT' ? null : `s${code}`]);
      });

  it('may be meant by several fields together', async () => {
    const by = 'language,source';
    const values = { title: 'A', language: 'fr', source: 'lune' };
    const { body } = await upsert('PUT', values, { by });
    assert.equal((await upsert('PATCH', { ...values, title: 'B' }, { by })).body.id, body.id);
    assert.notEqual((await upsert('PUT', { ...values, language: 'de' }, { by })).body.id, body.id);
    const without = await upsert('PUT', { title: 'A', source: 'lune' }, { by });
    assert.deepEqual([without.status, without.body.code], [400, 10030]);
    assert.match(without.body.message, /language is required/);
  });

  it('is refused by its problems like any other, and by what it does not say', async () => {
    for (const [by, values, problem] of [
      ['title', { title: 'A' }, /by/],
      ['nothing', { title: 'A' }, /by/],
      ['code', { title: 'A' }, /code is required/],
      ['code', { title: 'A', code: null }, /code is required/],
      ['code', { code: 'new one' }, /title is required/],
      ['code', { title: 'A', code: 'x'.repeat(21) }, /code must have at most/],
      ['code', { title: 'A', code: 'refers', note_id: 9999 }, /note_id refers to 9999, which does not exist/],
    ] as const) {
      const { status, body } = await upsert('PUT', values, { by });
      assert.deepEqual([status, body.code], [400, 10030], JSON.stringify(values));
      assert.match(body.message, problem);
    }
    const unknown = await app.root.put('/v1/article', { title: 'A', code: 'z' });
    assert.equal(unknown.status, 400);
    assert.equal((await app.root.put('/v1/note?by=title', {})).status, 405);
  });

  it('asks for the right to make and to change it, and leaves what is not the caller’s', async () => {
    const { body } = await upsert('PUT', { title: 'A', code: 'mine' }, { token: writer.access });
    for (const [token, status] of [
      ['', 401],
      [member.access, 401],
      [writer.access, 200],
      [second.access, 400],
      [app.root.access, 200],
    ] as const) {
      const answer = await upsert('PUT', { title: 'B', code: 'mine' }, { token });
      assert.equal(answer.status, status, answer.text);
      if (status === 400) assert.equal(answer.body.code, 10060);
    }
    assert.equal((await upsert('PUT', { title: 'B', code: 'none' }, { token: member.access })).status, 401);
    assert.equal((await read(body.id)).title, 'B');
  });

  it('is changed only as it was read, where a condition says so', async () => {
    const condition = { headers: { 'if-match': '*' } };
    const missing = await upsert('PUT', { title: 'A', code: 'cond' }, condition);
    assert.deepEqual([missing.status, missing.body.code], [412, 10062]);
    const { body } = await upsert('PUT', { title: 'A', code: 'cond' });
    const { headers } = await app.root.get(`/v1/article/${body.id}`);
    const asRead = { headers: { 'if-match': String(headers.etag) } };
    assert.equal((await upsert('PUT', { title: 'B', code: 'cond' }, asRead)).status, 200);
    assert.equal((await upsert('PUT', { title: 'C', code: 'cond' }, asRead)).status, 412);
    const onlyNew = { headers: { 'if-none-match': '*' } };
    assert.equal((await upsert('PUT', { title: 'D', code: 'cond' }, onlyNew)).status, 412);
    assert.equal((await upsert('PUT', { title: 'D', code: 'only new' }, onlyNew)).status, 201);
    assert.equal((await read(body.id)).title, 'B');
  });

  it('is one record, however many ask for it at once, and keeps what each of them wrote', async () => {
    for (let round = 0; round < 4; round += 1) {
      const code = `many ${round}`;
      const item = { action: 'upsert', by: 'code', values: { title: 'bulk', code } };
      const fields = [{ source: code }, { language: 'fr' }, {}, {}, {}, {}];
      const answers = await Promise.all([
        ...fields.map((values) => upsert('PATCH', { title: 'A', code, ...values })),
        app.root.post('/v1/article/bulk', { items: [item] }),
      ]);
      const statuses = answers.map(({ status }) => status);
      assert.ok(
        statuses.every((status) => status === 200 || status === 201),
        String(statuses),
      );
      const items = await app.root.list<{ id: number; source: string; language: string }>(
        `/v1/article?filter[code][eq]=${encodeURIComponent(code)}`,
      );
      assert.deepEqual(
        items.map(({ source, language }) => [source, language]),
        [[code, 'fr']],
      );
      const history = await app.root.read<{ items: unknown[] }>(
        `/v1/article/${items[0]?.id}/history?count=50`,
      );
      assert.equal(history.items.length, answers.length);
    }
  });

  it('that was deleted is made anew', async () => {
    const { body } = await upsert('PUT', { title: 'A', code: 'again' });
    await app.root.done(`DELETE /v1/article/${body.id}`);
    const again = await upsert('PUT', { title: 'A', code: 'again' });
    assert.equal(again.status, 201);
    assert.notEqual(again.body.id, body.id);
  });
});
