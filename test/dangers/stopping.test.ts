import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { cuttableProxy } from '../support/cuttable-proxy.ts';
import { call, databaseNamed, type Running, signIn, start, stop } from '../support/server-process.ts';
import { engineName } from '../support/test-database.ts';

test('SIGTERM lets the running request finish, then ends with 0', async () => {
  const server = await start('stop');
  const token = await signIn(server);
  const body = JSON.stringify({ title: 'written while stopping' });
  const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    answer += chunk;
  });
  const closed = once(socket, 'close');
  // The first half is admitted before the signal; what it answers comes after it.
  socket.write(
    `POST /v1/book HTTP/1.1\r\nHost: quire\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 5)}`,
  );
  await call(server, 'GET', '/v1/book', { token });
  const began = Date.now();
  const ended = stop(server);
  await refusesConnections(server);
  socket.write(body.slice(5));
  await closed;
  assert.match(answer, /^HTTP\/1\.1 201 /);
  assert.equal(await ended, 0);
  assert.ok(Date.now() - began < 10_000);

  const again = await start('stop');
  const { body: list } = await call(again, 'GET', '/v1/book?sort=-id&count=1', {
    token: await signIn(again),
  });
  const [newest] = list.items as unknown as { title: string }[];
  assert.equal(newest?.title, 'written while stopping');
  assert.equal(await stop(again), 0);
});

test('SIGTERM ends with 0 also where the database has fallen silent, and answers what runs', {
  skip: engineName === 'sqlite',
}, async () => {
  const { address } = await databaseNamed('silent');
  const proxy = await cuttableProxy(address.databaseUrl);
  const server = await start('silent', { DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '1' });
  const token = await signIn(server);
  proxy.silence();
  const running = call(server, 'GET', '/v1/book', { token });
  await call(server, 'GET', '/health/live');
  const ended = stop(server);
  assert.equal((await running).status, 503);
  assert.equal(await ended, 0);
});

async function refusesConnections({ base }: Running): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    const refused = await Promise.race([
      once(socket, 'connect').then(
        () => false,
        () => true,
      ),
      once(socket, 'close').then(() => true),
    ]);
    socket.destroy();
    if (refused) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the server still takes connections');
}
