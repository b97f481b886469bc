// No engine changes its result: names of the server are checked before a record is read.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';

const loopback = await freshApp({ host: '127.0.0.1', publicUrl: 'https://cms.example.org/api' });
const open = await freshApp({ host: '0.0.0.0' });
const status = async (app: typeof open, host: string) =>
  (await app.nobody.get('/health/live', { headers: { host } })).status;

describe('a server that only this machine can reach', () => {
  for (const host of [
    'localhost',
    'LOCALHOST:5000',
    'quire.localhost:5000',
    '127.0.0.1',
    '127.8.9.10:80',
    '[::1]:5000',
    'cms.example.org',
    'CMS.example.org:443',
  ])
    it(`is called ${host}`, async () => assert.equal(await status(loopback, host), 200));
  for (const host of [
    'attacker.example',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'www.cms.example.org',
    '10.0.0.1',
    '[::2]',
    'localhost@attacker.example',
    'a b',
    'somebody@localhost',
    'localhost/attacker.example',
    'localhost?attacker.example',
    'localhost#',
    'localhost,attacker.example',
    'localhost.',
  ])
    it(`is not called ${host}`, async () => assert.equal(await status(loopback, host), 400));
});

it('a target that is a whole address must name the server as well', async () => {
  const { port } = new URL(await loopback.server.app.listen({ host: '127.0.0.1', port: 0 }));
  const statusOf = async (target: string) => {
    const asked = request({ port, host: '127.0.0.1', path: target, headers: { host: 'localhost' } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  assert.equal(await statusOf('http://localhost/health/live'), 200);
  for (const target of [
    'http://attacker.example/health/live',
    'HTTP://localhost@attacker.example/health/live',
  ])
    assert.equal(await statusOf(target), 400, target);
  assert.equal(await statusOf('/health/live'), 200);
});

it('a server that others can reach takes every name', async () => {
  assert.equal(await status(open, 'attacker.example'), 200);
});
