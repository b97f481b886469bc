import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const app = await freshApp();

describe('ids', () => {
  const bad = [
    '0',
    '-1',
    'abc',
    '9223372036854775808',
    '00001',
    '1.0',
    '1e3',
    '+1',
    '%201',
    '0x1',
    '%D9%A1',
    '1%00',
    'null',
  ];
  for (const id of [...bad, '9'.repeat(300)]) {
    it(`${id.slice(0, 24)} is refused`, async () => {
      for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
        const body = method.startsWith('P') ? { body: {} } : {};
        const answer = await app.request(method, `/v1/book/${id}`, { token: app.root.access, ...body });
        assert.deepEqual([answer.status, answer.body.code], [400, 10030], `${method} ${answer.text}`);
        assert.equal(answer.body.request, `${method} /v1/book/${id}`);
      }
    });
  }
  for (const id of ['9223372036854775807', '9007199254740993', '999999']) {
    it(`${id} is not found`, async () => {
      const answer = await app.root.get(`/v1/book/${id}`);
      assert.deepEqual([answer.status, answer.body.code], [404, 10022]);
    });
  }
  it('are exact beyond 2^53', async () => {
    const large = await freshApp();
    await large.database.setNextId('book', 9007199254740993n);
    await large.makeBook();
    const sent = { token: large.root.access };
    const answer = await large.request('GET', '/v1/book/9007199254740993', sent);
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /"id":9007199254740993[,}]/);
    assert.equal((await large.request('GET', '/v1/book/9007199254740992', sent)).status, 404);
    assert.match((await large.request('GET', '/v1/book', sent)).text, /"id":9007199254740993[,}]/);
    const next = await large.request('POST', '/v1/book', { ...sent, body: {} });
    assert.match(next.text, /"id":9007199254740994[,}]/);
    assert.equal(next.headers.location, '/v1/book/9007199254740994');
  });
});
