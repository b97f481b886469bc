import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_BODY_BYTES, MAX_JSON_DEPTH } from '../../contract/limits.ts';
import { freshApp, type Person } from '../support/fresh-app.ts';

const app = await freshApp();
const token = app.root.access;
const json = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = json, url = '/v1/book') =>
  app.request('POST', url, { token, body, headers });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const refused: Record<string, string | Buffer> = {
  'broken JSON': '{"title":',
  'JSON with something after it': '{} {}',
  'a trailing comma': '{"title":"a",}',
  'single quotes': "{'title':'a'}",
  NaN: '{"title":NaN}',
  'an array': '[{"title":"a"}]',
  'a string': '"title"',
  'a number': '1',
  null: 'null',
  true: 'true',
  'white space': '   ',
  'broken UTF-8': Buffer.from([0x7b, 0x22, 0x74, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'an overlong encoding': Buffer.concat([
    Buffer.from('{"title":"'),
    Buffer.from([0xc0, 0xaf]),
    Buffer.from('"}'),
  ]),
  'UTF-16': Buffer.from('{"title":"a"}', 'utf16le'),
  'a lone surrogate': '{"title":"\\ud800"}',
  'a NUL': '{"title":"\\u0000"}',
  __proto__: '{"__proto__":{"title":"polluted"}}',
  '__proto__, escaped': '{"\\u005f_proto__":{"title":"polluted"}}',
  'a constructor with a prototype': '{"constructor":{"prototype":{"title":"polluted"}}}',
  toString: '{"toString":"a"}',
  'too deep': `{"title":${nested(MAX_JSON_DEPTH + 1)}}`,
  'far too deep': nested(500_000),
  'deep and never closed': '['.repeat(500_000),
  'a large number where a text belongs': '{"title":99999999999999999999999999}',
  'an infinite number': '{"title":1e999}',
};

describe('a body', () => {
  for (const [what, body] of Object.entries(refused)) {
    it(`that is ${what} is refused`, async () => {
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text.slice(0, 300));
      assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'message', 'request']);
      assert.ok(answer.text.length < 3000);
      assert.equal(({} as { title?: string }).title, undefined);
    });
  }

  it('of another content type is refused', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'x',
      'application/xml',
    ]) {
      const answer = await post('title=a', { 'content-type': type });
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${type} ${answer.text}`);
    }
  });

  it('may name its character set', async () => {
    assert.equal((await post('{}', { 'content-type': 'application/json; charset=utf-8' })).status, 201);
  });

  it('that is too large is refused, and one that just fits is read', async () => {
    const large = await post(JSON.stringify({ title: 'x'.repeat(MAX_BODY_BYTES) }));
    assert.deepEqual([large.status, large.body.code], [413, 10180]);
    const fitting = await post(`{"title":"a"${' '.repeat(MAX_BODY_BYTES - 13)}}`);
    assert.equal(fitting.status, 201, fitting.text);
  });

  it('with numbers beyond 2^53 is read exactly', async () => {
    for (const id of ['9007199254740993', '9223372036854775807']) {
      const url = '/cms/admin/permission/dispatch';
      const answer = await post(`{"group_id":${id},"permission_id":${id}}`, json, url);
      assert.deepEqual([answer.status, answer.body.error_code], [404, 10024], answer.text);
    }
  });

  const dispatch = (id: string) =>
    post(`{"group_id":${id},"permission_id":1}`, json, '/cms/admin/permission/dispatch');
  const requireNoId = async (id: string) => {
    const answer = await dispatch(id);
    assert.ok(answer.status === 400 || answer.status === 404, `${id}: ${answer.text}`);
  };
  it('with numbers that are no id is refused', async () => {
    const ids = [
      '9223372036854775808',
      '123456789012345678901234567890',
      '1.5',
      '-1',
      '0',
      '1e-7',
      '"x"',
      'null',
    ];
    for (const id of ids) await requireNoId(id);
  });
  for (const id of ['1e19', '1e30', '1e400']) it(`with ${id} as an id is refused`, () => requireNoId(id));

  it('with many unknown fields is refused in a few words', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, index]));
    const answer = await post(many);
    assert.equal(answer.status, 400);
    assert.ok(answer.text.length < 10_000, `the answer has ${answer.text.length} characters`);
  });

  it('is not needed to be refused at the door', async () => {
    for (const body of Object.values(refused)) {
      const answer = await app.request('POST', '/v1/book', { body, headers: json });
      assert.deepEqual([answer.status, answer.body.code], [401, 10000]);
    }
  });
});

describe('whatever is sent', () => {
  let people: readonly string[];
  let paths: readonly string[];
  before(async () => {
    const member: Person = await app.person();
    const granted = await app.granted('搜索日志', '查询所有日志', '查询日志记录的用户', '删除图书');
    people = [member.access, granted.access, token, member.refresh, 'nonsense', ''];
    const description = await app.send<{ paths: Record<string, unknown> }>('GET', '/openapi.json');
    // Signing in and hashing are slow and throttled; they have tests of their own.
    paths = Object.keys(description.paths).filter((path) => !/login|logout|password/.test(path));
  });

  const weird = fc.oneof(
    fc.constantFrom('0', '1', '2', '-1', '', ' ', '%', '%00', '%ff', '..', '1;', "'", '9223372036854775807'),
    fc.string({ unit: 'binary', maxLength: 12 }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.integer().map(String),
  );
  const keys = fc.constantFrom(
    ...['title', 'author', 'id', 'name', 'info', 'email', 'group_ids', 'group_id', 'permission_ids'],
    ...['permission_id', 'is_deleted', 'create_time', '__proto__', 'constructor', 'toString', '', 'x'],
  );
  const values = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(2 ** 53, 1e308, -0, null, [1, 2], ['1'], [[]], '9223372036854775808'),
  );
  const body = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.dictionary(keys, values, { maxKeys: 5 }).map((one) => JSON.stringify(one)),
    },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  );
  const names = fc.constantFrom(
    'page',
    'count',
    'sort',
    'after',
    'total',
    'keyword',
    'name',
    'start',
    'end',
    'filter[title]',
    'x',
  );
  const query = fc.array(fc.tuple(names, weird), { maxLength: 3 });
  const headers = fc.dictionary(
    fc.constantFrom('x-forwarded-for', 'x-request-id', 'accept', 'user-agent', 'if-match', 'range', 'origin'),
    fc.string({ maxLength: 20 }).map((text) => text.replace(/[^\x20-\x7e]/g, '.')),
    { maxKeys: 3 },
  );
  const types = fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    '',
    'a/b',
  );

  it('is never answered with a failure of the server, and never otherwise than by JSON', async () => {
    const request = fc.record({
      path: fc.nat(),
      param: weird,
      method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
      who: fc.nat(),
      body: fc.option(body, { nil: undefined }),
      query,
      headers,
      type: types,
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ path, param, method, who, body, query, headers, type }) => {
        const pattern = paths[path % paths.length] ?? '/';
        const search = query.map(([name, value]) => `${name}=${value}`).join('&');
        const url = `${pattern.replace(/\{\w+\}/g, () => param)}?${search}`;
        const answer = await app.request(method, url, {
          token: people[who % people.length] ?? '',
          ...(method !== 'GET' && method !== 'HEAD' && body !== undefined && { body }),
          headers: { ...headers, ...(body !== undefined && type !== '' && { 'content-type': type }) },
        });
        if (answer.text === '') assert.equal(method, 'HEAD');
        else assert.match(String(answer.headers['content-type']), /^application\/json/);
        if (answer.status < 400) return;
        if (answer.text === '') return;
        const family = 'error_code' in answer.body ? ['error_code', 'msg'] : ['code', 'message'];
        assert.deepEqual(Object.keys(answer.body).sort(), [...family, 'request'].sort());
      }),
      { numRuns: 1500 },
    );
    // Signed in anew: one of those requests may have ended root's own session.
    const { access } = await app.signIn('root');
    assert.equal((await app.request('GET', '/cms/user/auths', { token: access })).status, 200);
  });
});
