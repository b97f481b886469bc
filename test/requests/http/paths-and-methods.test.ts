// No engine changes its result: paths and methods are looked up before a record is read.
// About every feature: it asks for paths of several.
import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();
const member = await app.person();

describe('paths and methods', () => {
  it('are the same with a trailing slash', async () => {
    const id = await app.makeBook();
    assert.equal((await member.get(`/v1/book/${id}/`)).status, 200);
    assert.equal((await member.get('/v1/book/')).status, 200);
    assert.equal((await member.get('/cms/user/auths/')).status, 200);
  });
  it('refuse another method with what is allowed, before asking who it is', async () => {
    const one = await app.nobody.post('/v1/book/1', {});
    assert.deepEqual([one.status, one.body.code, one.body.request], [405, 10080, 'POST /v1/book/1']);
    const allowed = String(one.headers.allow).split(', ').sort();
    assert.deepEqual(allowed, ['DELETE', 'GET', 'HEAD', 'PATCH', 'PUT']);
    const cms = await app.nobody.delete('/cms/user/auths');
    assert.deepEqual([cms.status, cms.body.error_code, cms.headers.allow], [405, 10080, 'GET, HEAD']);
    assert.equal((await app.request('OPTIONS', '/v1/book')).status, 405);
  });
  it('refuse every method that HTTP knows and the path does not', async () => {
    for (const [path, allow] of [
      ['/v1/book/1', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['/v1/book/1/', 'GET, HEAD, PUT, PATCH, DELETE'],
      ['/cms/user/login', 'POST'],
      ['/cms/admin/group/all', 'GET, HEAD'],
      ['/lin3/cms/user/login', 'POST'],
      ['/openapi.json', 'GET, HEAD'],
      ['/v1/book/export', 'GET, HEAD'],
      ['/lin2/v1/book/ex%70ort/', 'GET, HEAD'],
    ] as const) {
      for (const method of METHODS.filter((one) => one !== 'CONNECT' && !allow.split(', ').includes(one))) {
        const { status, headers, text } = await member.ask(`${method} ${path}?x=1`);
        assert.deepEqual([status, headers.allow], [405, allow], `${method} ${path} ${text}`);
        assert.match(text, method === 'HEAD' ? /^$/ : /10080/);
      }
    }
    for (const method of ['TRACE', 'PROPFIND', 'PURGE'])
      for (const [path, status] of [
        ['/cms/nothing', 404],
        ['/%c0%ae', 400],
      ] as const)
        assert.equal((await app.nobody.ask(`${method} ${path}`)).status, status, `${method} ${path}`);
  });
  it('answer HEAD like GET, without a body', async () => {
    const id = await app.makeBook();
    const answer = await app.request('HEAD', `/v1/book/${id}`, { token: member.access });
    assert.deepEqual([answer.status, answer.text], [200, '']);
    assert.equal((await app.request('HEAD', `/v1/book/${id}`)).status, 401);
  });
  it('tell what is unknown in the form of its family', async () => {
    for (const [path, code] of [
      ['/v1/nothing', 'code'],
      ['/v1', 'code'],
      ['/cms/nothing', 'error_code'],
      ['/nothing', 'error_code'],
      ['/v1book', 'error_code'],
      ['/v1/book/1/2', 'code'],
    ] as const) {
      const answer = await member.get(path);
      assert.deepEqual([answer.status, answer.body[code], answer.body.request], [404, 10020, `GET ${path}`]);
    }
  });
  it('are decoded once', async () => {
    const id = await app.makeBook({ title: '100%25' });
    const digit = String(id).replace(/^./, (first) => `3${first}`); // after a `%`, the code of the first digit
    assert.equal((await member.get(`/v1/book/%${digit}`)).status, 200);
    assert.equal((await member.get(`/v1/book/%25${digit}`)).status, 400);
    const found = async (title: string) => (await member.list(`/v1/book?filter[title][eq]=${title}`)).length;
    assert.deepEqual([await found('100%2525'), await found('100%25')], [1, 0]);
  });
  it('tell a path that cannot be decoded', async () => {
    for (const path of ['/v1/book/%', '/v1/book/%ff', '/%c0%ae']) {
      const answer = await member.get(path);
      assert.ok(answer.status === 400 || answer.status === 404, `${path} ${answer.status}`);
      assert.equal(answer.body.request, `GET ${path}`);
    }
  });
  it('tell what is wrong with an id of any length', async () => {
    for (const length of [30, 300, 3000]) {
      const { status, body } = await member.get(`/v1/book/${'a'.repeat(length)}`);
      assert.deepEqual([status, Object.keys(body.fields ?? {})], [400, ['id']]);
    }
  });
});
