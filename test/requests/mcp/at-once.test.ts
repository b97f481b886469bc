// No engine changes its result: it is about how many requests are handled.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { outerLimit } from '../../../server/background/limits.ts';
import { settingsFrom } from '../../../server/settings.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const { limits: LIMITS } = settingsFrom({ QUIRE_SECRET: 'abcdefgh'.repeat(4) });
const settings = { contentDir: 'test/content/sets', mcp: true, language: 'en' } as const;
const LIST = {
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'list_records', arguments: { collection: 'article' } },
};
const headers = { accept: 'application/json, text/event-stream' };

describe('the requests of tools', () => {
  it('get their turn, although the calls wait for them', async () => {
    const app = await freshApp({ ...settings, limits: { ...LIMITS, requestsAtOnce: 1 } });
    const writers = await app.groupWith('article.write');
    const robot = await keysOf(app).program({}, [writers]);
    await app.root.make('/v1/writer', { name: 'Ann' });
    const call = () => robot.post('/mcp', LIST, { headers });
    const answers = await Promise.all(Array.from({ length: 5 }, call));
    const answered = answers.filter(({ status, text }) => status === 200 && !text.includes('isError'));
    assert.ok(answered.length > 0, answers.map(({ text }) => text).join('\n'));
    for (const { status } of answers) assert.ok(status === 200 || status === 429, String(status));
    const next = await call();
    assert.deepEqual([next.status, next.text.includes('isError')], [200, false], next.text);
  });

  it('leave room for other callers', () => {
    const { enter } = outerLimit(8);
    const leave = ['busy', 'busy'].map(enter);
    assert.throws(() => enter('busy'), { key: 'tooManyRequests' });
    for (const other of ['a', 'b', 'c', 'd', 'e', 'f']) enter(other);
    assert.throws(() => enter('g'), { key: 'tooManyRequests' });
    leave[0]?.();
    enter('busy');
  });
});
