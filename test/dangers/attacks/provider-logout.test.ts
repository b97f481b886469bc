import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { type Claims, falseProvider } from '../../support/outside/false-provider.ts';
import { realProvider } from '../../support/outside/real-provider.ts';
import { goThrough, PAGE, providerSettings, signInThrough } from '../../support/sign-in/through-provider.ts';

const [real, rogue] = [await realProvider(['company']), await falseProvider()];
const app = await freshApp({
  language: 'en',
  logLevel: 'silent',
  oidcReturnUrls: [PAGE],
  oidcProviders: [
    providerSettings('company', real.issuer, { createsUsers: true, signsOutThere: true }),
    providerSettings('false', rogue.issuer),
  ],
});

let count = 0;
const somebody = () => {
  real.state.who = `subject ${++count}`;
  real.accounts.set(real.state.who, { name: 'Somebody' });
  return real.state.who;
};
const isIn = async (token: string) => (await app.as(token).get('/cms/user/information')).status === 200;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let networks = 0;
const send = async (name: string, token: string, headers: Record<string, string> = FORM) => {
  const answer = await app.request('POST', `/cms/oidc/${name}/back-channel-logout`, {
    body: `logout_token=${encodeURIComponent(token)}`,
    headers,
    address: `10.8.0.${++networks}`,
  });
  return [answer.status, answer.body.error_code];
};
const INVALID = [400, 10295];

/** Signs out at the provider and returns the token that it sends here. */
async function signOutThere(
  way: Awaited<ReturnType<typeof goThrough>>['way'],
  access: string,
): Promise<string> {
  const { url } = await app.as(access).done<{ url: string }>('POST /cms/oidc/sign-out', {});
  const cookie = () => [...way.theirs].map((pair) => pair.join('=')).join('; ');
  const asked = await fetch(url, { headers: { cookie: cookie() } });
  const xsrf = /name="xsrf" value="(\w+)"/.exec(await asked.text())?.[1] ?? '';
  for (const line of asked.headers.getSetCookie()) {
    const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? [];
    way.theirs.set(name, value);
  }
  await fetch(`${real.issuer}/session/end/confirm`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...FORM, cookie: cookie() },
    body: new URLSearchParams({ xsrf, logout: 'yes' }),
  });
  return real.logoutTokens.at(-1)?.token ?? '';
}

describe('a logout at the provider', () => {
  it('ends the sessions of that session there, at once and once', async () => {
    somebody();
    const { code, code_verifier, way } = await goThrough(app, 'company');
    const open = async (body: unknown) =>
      (await app.nobody.done<{ access_token: string }>('POST /cms/oidc/session', body)).access_token;
    const first = await open({ code, code_verifier });
    const same = await goThrough(app, 'company', { way });
    const second = await open({ code: same.code, code_verifier: same.code_verifier });
    const pending = await goThrough(app, 'company', { way });
    const elsewhere = (await signInThrough(app, 'company')).body.access_token;
    const token = await signOutThere(way, first);
    assert.ok(token);
    assert.equal(await isIn(second), true);
    assert.deepEqual(await send('company', token), [200, 0]);
    assert.deepEqual([await isIn(second), await isIn(elsewhere)], [false, true]);
    const late = { code: pending.code, code_verifier: pending.code_verifier };
    assert.deepEqual(await app.nobody.outcome('POST /cms/oidc/session', late), [403, 10292]);
    assert.deepEqual(await send('company', token), INVALID, 'a replay');
    assert.deepEqual(await send('false', token), INVALID, 'at another provider');
    const lines = await app.root.list<LogLine>('/cms/log');
    assert.ok(lines.some(({ message }) => message.includes('The company ended sessions: 1')));
  });
});

describe('a logout token', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let ids = 0;
  const token = (claims: Claims = {}, header: Claims = {}) =>
    rogue.sign(
      { events: event, jti: `id ${++ids}`, sub: 'somebody', ...claims },
      { typ: 'logout+jwt', ...header },
    );
  const now = () => Math.floor(Date.now() / 1000);

  it('of the provider is obeyed', async () => assert.deepEqual(await send('false', await token()), [200, 0]));
  it('is obeyed once, however many processes get it', async () => {
    const one = await token();
    const all = await Promise.all(Array.from({ length: 6 }, () => send('false', one)));
    assert.equal(all.filter(([status]) => status === 200).length, 1);
  });
  const wrong: Readonly<Record<string, () => Claims>> = {
    'without an event': () => ({ events: undefined }),
    'with another event': () => ({ events: { 'urn:x': {} } }),
    'with an event that is a text': () => ({ events: Object.keys(event)[0] }),
    'with a nonce, as an ID token has': () => ({ nonce: 'x' }),
    'without an id': () => ({ jti: undefined }),
    'with a huge id': () => ({ jti: 'x'.repeat(1000) }),
    'without a person and a session': () => ({ sub: undefined }),
    'for another client': () => ({ aud: 'company' }),
    'of another issuer': () => ({ iss: real.issuer }),
    'without a time': () => ({ iat: undefined }),
    'without an end': () => ({ exp: undefined }),
    'that has expired': () => ({ exp: now() - 60 }),
    'that is old': () => ({ iat: now() - 600 }),
    'of the future': () => ({ iat: now() + 600 }),
  };
  for (const [what, claims] of Object.entries(wrong))
    it(`${what} is refused`, async () =>
      assert.deepEqual(await send('false', await token(claims())), INVALID));
  it('with a key that is not published is refused', async () =>
    assert.deepEqual(await send('false', await token({}, { kid: 'two' })), INVALID));
  it('that nobody signed is refused', async () => {
    const [, body] = (await token()).split('.');
    const head = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const text of [`${head}.${body}.`, `${head}.${body}`, '', 'x', 'a.b.c'])
      assert.deepEqual(await send('false', text), INVALID);
  });
  it('comes as a form, and is small', async () => {
    assert.deepEqual(await send('false', await token(), { 'content-type': 'text/plain' }), [400, 10030]);
    assert.equal((await send('false', 'x'.repeat(30_000)))[0], 413);
  });
  it('is counted like a failed sign-in where it is wrong', async () => {
    const guess = () =>
      app.request('POST', '/cms/oidc/false/back-channel-logout', {
        body: 'logout_token=x',
        headers: FORM,
        address: '10.66.0.1',
      });
    const statuses = new Set<number>();
    for (let tries = 0; tries < 95; tries += 1) statuses.add((await guess()).status);
    assert.deepEqual([...statuses], [400, 429]);
  });
});
