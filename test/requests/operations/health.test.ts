import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

const app = await freshApp();

describe('whether the server is well', () => {
  const answers = { '/health/live': 'live', '/health/ready': 'ready' };
  for (const base of BASES) {
    for (const [path, status] of Object.entries(answers)) {
      it(`is told to everybody at ${base}${path}`, async () => {
        const answer = await app.nobody.get(base + path);
        assert.deepEqual([answer.status, answer.body], [200, { status }]);
        assert.equal((await app.request('HEAD', base + path)).status, 200);
        assert.equal((await app.nobody.post(base + path, {})).status, 405);
        assert.equal((await app.as('broken').get(base + path)).status, 200);
      });
    }
  }
  it('is told by how long the event loop was held', async () => {
    const { body } = await app.nobody.get('/health');
    assert.deepEqual(body, { status: 'live', event_loop: { longest_ms: 0, longest_ms_since_start: 0 } });
    const other = await freshApp();
    await other.server.app.listen({ host: '127.0.0.1', port: 0 });
    await until(async () => {
      holdEventLoop(60);
      const { event_loop } = await other.nobody.read<{ event_loop: Record<string, number> }>('/health');
      const { longest_ms = 0, longest_ms_since_start = 0 } = event_loop;
      assert.ok(longest_ms_since_start >= longest_ms);
      return longest_ms >= 50;
    });
  });
  it('leaves nothing in the audit log', async () => {
    assert.deepEqual(await app.database.look(`select message from quire_log where path like '%health%'`), []);
  });
});

function holdEventLoop(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

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
