import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp();
const token = app.root.access;

describe('whatever is sent', () => {
  let people: readonly string[];
  let paths: readonly string[];
  before(async () => {
    const member = await app.person();
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
