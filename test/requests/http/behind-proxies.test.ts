// No engine changes its result: headers and settings decide the address of a client and those that it gets.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import type { Session } from '../../support/bodies.ts';
import { type FreshApp, freshApp, PASSWORD } from '../../support/fresh-app.ts';
import type { OpenApi } from '../../support/open-api.ts';

const direct = await freshApp();
const proxied = await freshApp({ trustProxy: '10.0.0.0/8, fd00::1', publicUrl: 'https://quire.test/cms' });

const PROXY = '10.0.0.1';
const STRANGER = '192.0.2.9';

describe('the address of a client', () => {
  const addressOf = async (app: FreshApp, from: string, forwarded?: string) => {
    const { username } = await app.person();
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const { body } = await app.logIn(username, PASSWORD, { headers, address: from });
    const sessions = await app.as(body.access_token).read<readonly Session[]>('/cms/user/sessions');
    return sessions.find(({ current }) => current)?.address;
  };

  for (const [forwarded, address] of [
    [undefined, PROXY],
    ['7.7.7.8', '7.7.7.8'],
    ['7.7.7.8:1000', '7.7.7.8'],
    ['6.6.6.6, 7.7.7.8', '7.7.7.8'],
    ['6.6.6.6,7.7.7.8:65535 , 10.9.9.9:80,fd00::1', '7.7.7.8'],
    ['nonsense, 7.7.7.8', '7.7.7.8'],
    ['10.0.0.2, 10.0.0.3', '10.0.0.2'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['"[2001:db8::7]:443"', '2001:db8::7'],
    ['fe80::7%eth0', 'fe80::7'],
    ['', PROXY],
    [',', PROXY],
    ['7.7.7.8,', PROXY],
    ['unknown', PROXY],
    ['7.7.7.8, _hidden', PROXY],
    ['7.7.7.8, unknown, 10.0.0.2', PROXY],
    ['7.7.7.8:', PROXY],
    ['7.7.7.8:port', PROXY],
    ['[7.7.7.8]:80', PROXY],
    ['7.7.7', PROXY],
    ['7.7.7.256', PROXY],
    ['<script>', PROXY],
  ] as const)
    it(`of which a trusted proxy says ${JSON.stringify(forwarded)} is ${address}`, async () => {
      assert.equal(await addressOf(proxied, PROXY, forwarded), address);
    });

  it('of which a stranger says something is the stranger’s', async () => {
    for (const forwarded of ['7.7.7.8', '10.0.0.1']) {
      assert.equal(await addressOf(proxied, STRANGER, forwarded), STRANGER);
      assert.equal(await addressOf(direct, PROXY, forwarded), PROXY);
    }
  });
});

describe('failed sign-ins through a trusted proxy', () => {
  const statuses = async (forwardedOf: (turn: number) => string) => {
    const { username } = await proxied.person();
    const found: number[] = [];
    for (let turn = 1; turn <= 12; turn += 1) {
      const headers = { 'x-forwarded-for': forwardedOf(turn) };
      found.push((await proxied.logIn(username, 'guess number x', { headers, address: PROXY })).status);
    }
    return found;
  };

  for (const [what, forwardedOf, isOne] of [
    ['the ports of one address', (turn: number) => `7.7.7.9:${1000 + turn}`, true],
    ['the ports of one address in brackets', (turn: number) => `[2001:db8:1::7]:${1000 + turn}`, true],
    ['the addresses of one network', (turn: number) => `2001:db8:2::${turn}`, true],
    ['the zones of one address', (turn: number) => `fe80::9%eth${turn}`, true],
    ['what stands before one address', (turn: number) => `9.9.9.${turn}, 7.7.7.10`, true],
    ['what is no address', (turn: number) => `_hidden${turn}`, true],
    ['addresses', (turn: number) => `7.7.8.${turn}`, false],
  ] as const)
    it(`that differ in ${what} are ${isOne ? 'counted together' : 'counted apart'}`, async () => {
      assert.equal((await statuses(forwardedOf)).includes(429), isOne);
    });
});

describe('below the path of PUBLIC_URL', () => {
  for (const base of BASES)
    it(`Location leads to the new record on ${base || '/'}`, async () => {
      const made = await proxied.root.post(`${base}/v1/book`, { title: 'A' });
      const { id = (await proxied.root.list<{ id: number }>('/v1/book')).at(-1)?.id } = made.body;
      const { location } = made.headers;
      if (location !== undefined) assert.equal(location, `/cms${base}/v1/book/${id}`);
      else assert.equal(made.body.id, undefined);
    });

  it('the description of the API names the server', async () => {
    for (const [app, url] of [
      [proxied, 'https://quire.test/cms'],
      [direct, 'https://quire.test'],
    ] as const) {
      const { servers } = await app.nobody.read<OpenApi>('/openapi.json');
      assert.deepEqual(servers, [{ url }]);
    }
  });
});
