// No engine changes its result: it is about the address at which a server listens.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { call, start, stop } from '../../support/server-process.ts';

test('with HOST=localhost the server listens on one address, so that its limits hold for all clients', async () => {
  const server = await start('localhost', { HOST: 'localhost' });
  const { hostname, port } = new URL(server.base);
  const loopback = { '127.0.0.1': '::1', '[::1]': '127.0.0.1' }[hostname];
  assert.ok(loopback, `${hostname} is no address of this machine`);
  assert.equal((await call(server, 'GET', '/health/live')).status, 200);
  const other = connect({ host: loopback, port: Number(port) });
  await assert.rejects(once(other, 'connect'), /ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH|EAFNOSUPPORT/);
  assert.equal(await stop(server), 0);
});

test('a HOST that no machine has stops the start', async () => {
  await assert.rejects(start('nowhere', { HOST: 'nowhere.invalid' }), /HOST, PORT: cannot listen there/);
});
