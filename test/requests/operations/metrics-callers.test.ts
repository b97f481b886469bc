// Who reads the figures of a server, and where.
import assert from 'node:assert/strict';
import { request as send } from 'node:http';
import { describe, it } from 'node:test';
import { freePort } from '../../support/free-port.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { until } from '../../support/until.ts';

const METRICS = '/metrics';
const PROMETHEUS = '192.0.2.7';
const app = await freshApp({
  metricsNetworks: ['192.0.2.0/24', '2001:db8::/32'],
  trustProxy: '10.0.0.0/8',
});
const off = await freshApp();
const port = await freePort();
const onItsPort = await freshApp({ metricsPort: port, metricsNetworks: ['192.0.2.0/24'] });
await onItsPort.server.app.listen({ host: '127.0.0.1', port: 0 });

describe('who may scrape', () => {
  const callers: readonly (readonly [what: string, status: number, address: string, headers?: object])[] = [
    ['a caller in a named network', 200, PROMETHEUS],
    ['the first address of the network', 200, '192.0.2.0'],
    ['the last address of the network', 200, '192.0.2.255'],
    ['a caller in the second network', 200, '2001:db8::7'],
    ['a caller whose trusted proxy vouches for it', 200, '10.0.0.1', { 'x-forwarded-for': PROMETHEUS }],
    ['the address before the network', 404, '192.0.1.255'],
    ['the address behind the network', 404, '192.0.3.0'],
    ['a caller on this machine', 404, '127.0.0.1'],
    ['a stranger behind a trusted proxy', 404, '10.0.0.1', { 'x-forwarded-for': '198.51.100.7' }],
    ['a trusted proxy that says nothing', 404, '10.0.0.1'],
    ['a stranger who names an allowed address', 404, '198.51.100.7', { 'x-forwarded-for': PROMETHEUS }],
    ['anybody behind a proxy that is not trusted', 404, PROMETHEUS, { 'x-forwarded-for': PROMETHEUS }],
    ['the same with the newer header', 404, PROMETHEUS, { forwarded: 'for=198.51.100.7' }],
  ];
  for (const [what, status, address, headers = {}] of callers)
    it(`${what} is answered ${status}`, async () => {
      const sent = { address, headers: headers as Record<string, string> };
      const answer = await app.request('GET', METRICS, sent);
      assert.equal(answer.status, status);
      assert.equal(answer.text.includes('quire_'), status === 200);
      assert.equal((await app.request('HEAD', METRICS, sent)).status, status);
      assert.equal((await app.request('GET', `/api${METRICS}`, sent)).status, status);
    });

  it('a right of a signed-in user counts for nothing', async () => {
    for (const { access } of [app.root, await app.person()])
      assert.equal((await app.request('GET', METRICS, { token: access })).status, 404);
  });

  it('without a setting, nobody finds a path', async () => {
    for (const address of [PROMETHEUS, '127.0.0.1', '::1'])
      assert.equal((await off.request('GET', METRICS, { address })).status, 404);
  });

  it('the description of the API names no path of another port', async () => {
    const { text } = await onItsPort.nobody.get('/api/openapi.json');
    assert.ok(!text.includes(METRICS));
  });

  it('with a port of their own, figures are not on the port that everybody uses', async () => {
    for (const address of [PROMETHEUS, '127.0.0.1'])
      assert.equal((await onItsPort.request('GET', METRICS, { address })).status, 404);
  });
});

describe('a port of its own', () => {
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<{ status: number; text: string; headers: object }>((resolve, reject) => {
      const asked = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers });
      });
      asked.on('error', reject);
      asked.end();
    });

  const requests: readonly (readonly [status: number, method: string, path: string, headers?: object])[] = [
    [200, 'GET', METRICS],
    [200, 'HEAD', METRICS],
    [200, 'GET', `${METRICS}?name=quire_build_info`],
    [200, 'GET', METRICS, { host: `localhost:${port}` }],
    [403, 'GET', METRICS, { host: 'rebound.example' }],
    [403, 'GET', METRICS, { host: 'a b' }],
    [403, 'GET', METRICS, { 'x-forwarded-for': '127.0.0.1' }],
    [404, 'GET', '/'],
    [404, 'GET', '/v1/book'],
    [404, 'GET', '/metrics/..%2f'],
    [405, 'POST', METRICS],
    [405, 'DELETE', METRICS],
  ];
  for (const [status, method, path, headers = {}] of requests)
    it(`answers ${status} to ${method} ${path} ${JSON.stringify(headers)}`, async () => {
      const answer = await ask(method, path, headers as Record<string, string>);
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.text.includes('quire_build_info'), status === 200 && method === 'GET');
    });

  it('closes with the server', async () => {
    const metricsPort = await freePort();
    const other = await freshApp({ metricsPort });
    const base = `http://127.0.0.1:${metricsPort}${METRICS}`;
    await other.server.app.listen({ host: '127.0.0.1', port: 0 });
    await until(async () => (await fetch(base).catch(() => undefined))?.status === 200);
    await other.end();
    await assert.rejects(fetch(base));
  });

  it('that is taken leaves the server as it is', async () => {
    const other = await freshApp({ metricsPort: port, logLevel: 'silent' });
    const base = await other.server.app.listen({ host: '127.0.0.1', port: 0 });
    assert.equal((await fetch(`${base}/health/live`)).status, 200);
    await other.end();
  });
});
