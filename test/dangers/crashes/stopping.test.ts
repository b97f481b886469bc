// Hashes at full cost: a sign-in outlasts the first work of a server, which a silent database would hold.
// Takes long: servers are stopped in the middle of requests, and one has lost its database.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { cuttableProxy } from '../../support/outside/cuttable-proxy.ts';
import {
  call,
  databaseNamed,
  launchByNpm,
  type Running,
  signIn,
  start,
  stop,
} from '../../support/server-process.ts';
import { engineName } from '../../support/test-database.ts';
import { until } from '../../support/until.ts';

test('SIGTERM lets the running request finish, then ends with 0', async () => {
  const server = await start('stop');
  const token = await signIn(server);
  const body = JSON.stringify({ title: 'written while stopping' });
  const finish = await begin(server, 'POST /v1/book', token, new Response(body, jsonHeaders));
  const ended = stop(server);
  await refusesConnections(server);
  assert.match(await finish(), /^HTTP\/1\.1 201 /);
  assert.equal(await ended, 0, 'it would end with 1 if it were ended after 10 s');

  const again = await start('stop');
  const { body: list } = await call(again, 'GET', '/v1/book?sort=-id&count=1', {
    token: await signIn(again),
  });
  const [newest] = list.items as unknown as { title: string }[];
  assert.equal(newest?.title, 'written while stopping');
  assert.equal(await stop(again), 0);
});

test('a server that drains answers for a while, and tells load balancers that it is not ready', async () => {
  const server = await start('drain', { DRAIN_SECONDS: '300' });
  const token = await signIn(server);
  const ready = async () => (await call(server, 'GET', '/health/ready')).status;
  assert.equal(await ready(), 200);
  for (const _ of ['once', 'twice']) server.child.kill('SIGTERM');
  await until(async () => (await ready()) === 503);
  const { status } = await call(server, 'POST', '/v1/book', { token, body: { title: 'while draining' } });
  assert.equal(status, 201);
  assert.equal((await call(server, 'GET', '/health/live')).status, 200);
  const ended = once(server.child, 'close');
  server.child.kill('SIGINT');
  assert.deepEqual(await ended, [0, null], 'Ctrl-C ends the wait');
  await refusesConnections(server);
});

test('SIGTERM to npm ends the server that it started', { timeout: 300_000 }, async () => {
  const server = await start('npm', {}, launchByNpm);
  assert.equal(await stop(server), 0);
  await refusesConnections(server);
});

test('who uploads to a server that is stopping is told where the file is', async () => {
  const server = await start('uploads');
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.4\n%%EOF\n']), 'a.pdf');
  const finish = await begin(server, 'POST /cms/file', await signIn(server), new Response(form));
  const ended = stop(server);
  await refusesConnections(server);
  const answer = await finish();
  assert.match(answer, /^HTTP\/1\.1 200 /);
  assert.ok(answer.includes(`"url":"${server.base}/`), answer);
  assert.equal(await ended, 0);
});

test('SIGTERM ends with 0 also where the database has fallen silent, and answers what runs', {
  skip: engineName === 'sqlite',
}, async () => {
  const { address } = await databaseNamed('silent');
  const proxy = await cuttableProxy(address.databaseUrl);
  const server = await start('silent', { DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '1' });
  const token = await signIn(server);
  proxy.silence();
  const finish = await begin(server, 'GET /v1/book', token);
  const ended = stop(server);
  assert.match(await finish(), /^HTTP\/1\.1 503 /);
  assert.equal(await ended, 0);
  proxy.cut(); // or the database's side of it keeps its locks
});

const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n';
const jsonHeaders = { headers: { 'content-type': 'application/json' } };

/** Begins to send a request, and waits until it is being answered; the function that is answered sends the rest, and answers what comes back. */
async function begin(
  server: Running,
  route: string,
  token: string,
  content = new Response(''),
): Promise<() => Promise<string>> {
  const body = Buffer.from(await content.arrayBuffer());
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  socket.write(
    `${route} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n` +
      `Content-Type: ${content.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await until(() => answer === GO_ON);
  socket.write(body.subarray(0, 5));
  return async () => {
    socket.write(body.subarray(5));
    await closed;
    return answer.slice(GO_ON.length);
  };
}

async function refusesConnections({ base }: Running): Promise<void> {
  await until(async () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const refused = await Promise.race([
      once(socket, 'connect').then(
        () => false,
        () => true,
      ),
      once(socket, 'close').then(() => true),
    ]);
    socket.destroy();
    return refused;
  });
}
