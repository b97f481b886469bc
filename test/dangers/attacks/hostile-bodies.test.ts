// No engine changes its result: bodies are read in the process.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_EXACT_NUMBERS,
  MAX_JSON_NAMES,
  MAX_JSON_VALUES,
} from '../../../contract/limits.ts';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp({ language: 'en' });

const json = { 'content-type': 'application/json' };
const post = (body: unknown, headers: Record<string, string> = json, url = '/v1/book') =>
  app.root.post(url, body, { headers });
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const named = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, index])));

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
  'more values than a body may hold': `{"title":[${'1.5e300,'.repeat(MAX_JSON_VALUES)}1]}`,
  'as many empty objects': `{"title":[${'{},'.repeat(MAX_JSON_VALUES)}{}]}`,
  'more names than a body may hold': `{"title":${named(MAX_JSON_NAMES)}}`,
  'as many names, one in each object': `{"title":[${named(MAX_JSON_NAMES + 1)
    .slice(1, -1)
    .replaceAll(/[^,]+/g, '{$&}')}]}`,
  'more exact numbers than a body may hold': `{"title":[${'12345678901234567890,'.repeat(MAX_JSON_EXACT_NUMBERS)}1e400]}`,
  'an exact number as a name': '{12345678901234567890:1}',
  'a number behind others that are exact': '{"title":[12345678901234567890,01234567890123456789]}',
  'an exact number cut off': '{"title":12345678901234567890.}',
  'an exact number without an exponent': '{"title":12345678901234567890e}',
  'a large number where a text belongs': '{"title":99999999999999999999999999}',
  'an infinite number': '{"title":1e999}',
};

describe('a body', () => {
  for (const [what, body] of Object.entries(refused)) {
    it(`that is ${what} is refused`, async () => {
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.code], [400, 10030], answer.text.slice(0, 300));
      assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'fields', 'message', 'request']);
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

  it('with numbers in texts and names leaves them as they are', async () => {
    const text = '12345678901234567890, "1e400" \\ 0.123456789';
    const id = await app.root.make('/v1/book', { title: text, author: '\\' });
    const { title, author } = await app.root.read(`/v1/book/${id}`);
    assert.deepEqual([title, author], [text, '\\']);
    const answer = await post('{"12345678901234567890":1e400,"title":"a"}');
    assert.deepEqual(Object.keys(answer.body.fields as object), ['12345678901234567890']);
  });

  it('with a number as a name is no JSON', async () => {
    const { body } = await post('{12345678901234567890:1}');
    assert.deepEqual(body.fields, { '': { code: 'notJson', message: 'The JSON is not valid' } });
  });

  it('with many unknown fields is refused in a few words', async () => {
    const answer = await post(named(MAX_JSON_NAMES));
    assert.equal(answer.status, 400);
    assert.equal(Object.keys(answer.body.fields as object).length, 20);
    assert.ok(answer.text.length < 10_000, `the answer has ${answer.text.length} characters`);
  });

  it('is needed where a route reads one', async () => {
    const id = await app.makeBook({ title: 'kept' });
    const type = { 'content-type': 'application/json' };
    for (const headers of [{}, type, { ...type, 'content-length': '0' }])
      for (const request of [
        'PUT /cms/user',
        'POST /v1/book',
        `PUT /v1/book/${id}`,
        `PATCH /v1/book/${id}`,
      ]) {
        const [method = '', url = ''] = request.split(' ');
        const answer = await app.request(method, url, { token: app.root.access, headers });
        assert.deepEqual([answer.status, answer.body.code ?? answer.body.error_code], [400, 10030], request);
      }
    assert.equal((await app.root.read(`/v1/book/${id}`)).title, 'kept');
    const gone = await app.request('DELETE', `/v1/book/${id}`, { token: app.root.access, headers: type });
    assert.equal(gone.status, 200, 'and only there');
  });
  it('is not needed to be refused at the door', async () => {
    for (const body of Object.values(refused)) {
      const answer = await app.nobody.post('/v1/book', body, { headers: json });
      assert.deepEqual([answer.status, answer.body.code], [401, 10000]);
    }
  });
});
