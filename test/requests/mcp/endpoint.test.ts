// No engine changes its result: it is about headers, methods and callers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const app = await freshApp({
  contentDir: 'test/content/sets',
  mcp: true,
  corsOrigins: ['https://known.test'],
});
const robot = await keysOf(app).program({}, [await app.groupWith('article.write')]);

describe('the endpoint', () => {
  const post = (token: string | undefined, headers: object = {}, body: unknown = {}) =>
    app.request('POST', '/mcp', {
      ...(token !== undefined && { token }),
      headers: { accept: 'application/json, text/event-stream', ...headers },
      body,
    });
  const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const [who, token, headers, body, status] of [
    ['nobody', undefined, {}, LIST, 401],
    ['a person', app.root.access, {}, LIST, 401],
    ['a wrong key', `quire_${'x'.repeat(49)}`, {}, LIST, 401],
    ['a program', robot.key, {}, LIST, 200],
    ['a known page', robot.key, { origin: 'https://known.test' }, LIST, 200],
    ['its own page', robot.key, { origin: 'https://quire.test' }, LIST, 200],
    ['a foreign page', robot.key, { origin: 'https://evil.test' }, LIST, 403],
    ['a foreign host', robot.key, { host: 'evil.test' }, LIST, 400],
    ['a batch', robot.key, {}, [LIST, LIST], 400],
    ['nonsense', robot.key, {}, { nonsense: true }, 400],
  ] as const)
    it(`answers ${who} with ${status}`, async () => {
      const answer = await post(token, headers, body);
      assert.equal(answer.status, status, answer.text);
    });

  it('has no streams, no sessions, and no other base', async () => {
    assert.equal((await robot.get('/mcp')).status, 405);
    assert.equal((await robot.delete('/mcp')).status, 405);
    for (const base of ['/lin2', '/lin3', '/v1', '/cms'])
      assert.equal((await robot.post(`${base}/mcp`, LIST)).status, 404, base);
    assert.equal((await post(robot.key, {}, LIST)).headers['mcp-session-id'], undefined);
  });

  it('is off unless it is switched on', async () => {
    const other = await freshApp({ contentDir: 'test/content/sets' });
    assert.equal((await other.root.post('/mcp', LIST)).status, 404);
  });
});
