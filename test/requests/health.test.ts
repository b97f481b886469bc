import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../support/fresh-app.ts';

const app = await freshApp();

describe('whether the server is well', () => {
  const answers = { '/health/live': 'live', '/health/ready': 'ready' };
  for (const base of ['', '/lin3']) {
    for (const [path, status] of Object.entries(answers)) {
      it(`is told to everybody at ${base}${path}`, async () => {
        const answer = await app.request('GET', base + path);
        assert.deepEqual([answer.status, answer.body], [200, { status }]);
        assert.equal((await app.request('HEAD', base + path)).status, 200);
        assert.equal((await app.request('POST', base + path, { body: {} })).status, 405);
        assert.equal((await app.request('GET', base + path, { token: 'broken' })).status, 200);
      });
    }
  }
  it('leaves nothing in the audit log', async () => {
    assert.deepEqual(await app.database.look(`select message from quire_log where path like '%health%'`), []);
  });
});

describe('a server whose tables are not in step any more', () => {
  it('lives, is not ready, and says when to ask again', async () => {
    const other = await freshApp();
    await other.database.change('alter table book drop column summary');
    const get = (url: string) => other.server.app.inject({ method: 'GET', url });
    const { statusCode, headers, json } = await get('/health/ready');
    assert.deepEqual([statusCode, headers['retry-after'], json().error_code], [503, '1', 9999]);
    assert.equal((await get('/health/live')).statusCode, 200);
  });
});
