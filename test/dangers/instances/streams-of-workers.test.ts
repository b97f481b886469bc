// No engine changes its result: it is about processes that tell each other which streams they keep open.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { it } from 'node:test';
import type { BodyOf } from '../../support/bodies.ts';
import { call, PASSWORD, start, stop } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

it('with several workers, any of them tells of the streams of all', async () => {
  const server = await start('streams-workers', { WORKERS: '2' });
  const signedIn = await call(server, 'POST', '/cms/user/login', {
    body: { username: 'root', password: PASSWORD },
  });
  const token = String(signedIn.body.access_token);
  const connected = async () => {
    const answer = await call(server, 'GET', '/api/health/state', { token });
    return (answer.body as unknown as BodyOf<'GET /health/state'>).connected;
  };
  const streams: IncomingMessage[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
    const [stream] = await once(get(`${server.base}/api/v1/changes`, { agent: false, headers }), 'response');
    streams.push((stream as IncomingMessage).on('error', () => {}));
  }
  for (let turn = 0; turn < 4; turn += 1) {
    const { streams: counts, latest_streams } = await connected();
    assert.equal(counts.find(({ kind }) => kind === 'changes')?.count, 4);
    assert.deepEqual(
      latest_streams.map(({ username }) => username),
      ['root', 'root', 'root', 'root'],
    );
  }
  for (const stream of streams) stream.destroy();
  await until(async () => (await connected()).latest_streams.length === 0);
  await stop(server);
});
