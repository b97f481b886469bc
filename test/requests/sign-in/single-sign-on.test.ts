import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { BodyOf, LogLine } from '../../support/bodies.ts';
import { freshApp } from '../../support/fresh-app.ts';
import { realProvider } from '../../support/outside/real-provider.ts';
import {
  browser,
  goThrough,
  ORIGIN,
  PAGE,
  providerSettings,
  signInThrough,
} from '../../support/sign-in/through-provider.ts';

const names = ['plain', 'making', 'linking', 'grouping'];
const provider = await realProvider(names);
const settings = (name: string, changes = {}) => providerSettings(name, provider.issuer, changes);
const app = await freshApp({
  language: 'en',
  oidcReturnUrls: [PAGE],
  oidcProviders: [settings('making', { createsUsers: true, signsOutThere: true })],
});

let count = 0;
/** Somebody at the provider, who is the next to sign in there. */
function somebody(claims: Readonly<Record<string, unknown>> = {}): { sub: string; address: string } {
  const sub = `subject ${++count}`;
  const address = `person${count}@company.test`;
  provider.accounts.set(sub, { email: address, email_verified: true, name: `Person ${count}`, ...claims });
  provider.state.who = sub;
  return { sub, address };
}

const whoIs = (token: string) =>
  app.as(token).read<BodyOf<'GET /cms/user/information'>>('/cms/user/information');

describe('a sign-in through a provider', () => {
  beforeEach(() => void somebody());

  it('is offered where the sign-in page asks', async () => {
    const ways = await app.nobody.read<{ providers: unknown[] }>('/cms/account');
    assert.deepEqual(ways.providers, [{ name: 'making', label: 'The making' }]);
  });
  it('creates a user once and lets them in as any other session does', async () => {
    const { address } = somebody({ preferred_username: 'Gerda' });
    const first = await signInThrough(app, 'making');
    assert.equal(first.status, 200, first.text);
    const { id, username, email, groups } = await whoIs(first.body.access_token);
    assert.deepEqual([username, email, groups.map(({ name }) => name)], ['Gerda', address, ['guest']]);
    const again = await signInThrough(app, 'making');
    assert.equal((await whoIs(again.body.access_token)).id, id);
    const refreshed = await app.as(first.body.refresh_token).get('/cms/user/refresh');
    assert.equal(refreshed.status, 200);
    assert.equal((await app.as(again.body.access_token).post('/cms/user/logout')).status, 200);
    assert.equal((await app.as(again.body.access_token).get('/cms/user/information')).status, 422);
  });
  it('names the provider in the log', async () => {
    await signInThrough(app, 'making');
    const lines = await app.root.list<LogLine>('/cms/log');
    const told = lines.map(({ message }) => message).join('\n');
    assert.match(told, /Signed in through The making/);
    assert.match(told, /was created through The making/);
  });
  it('numbers a user name that is taken', async () => {
    somebody({ preferred_username: 'Twin' });
    await signInThrough(app, 'making');
    somebody({ preferred_username: 'twin' });
    const { body } = await signInThrough(app, 'making');
    assert.equal((await whoIs(body.access_token)).username, 'twin2');
  });
  for (const [what, preferred_username] of Object.entries({
    reserved: 'root',
    'of two scripts': 'pаypal',
    short: 'x',
    long: 'x'.repeat(80),
    hostile: '<b>\u202e"; drop',
    'no text': { $ne: 1 },
  }))
    it(`makes a sound name of one that is ${what}`, async () => {
      somebody({ preferred_username });
      const { body, text } = await signInThrough(app, 'making');
      assert.match((await whoIs(body.access_token ?? text)).username, /^[\p{L}\p{N}._-]{2,24}$/u);
    });
  it('keeps no address that the provider has not verified', async () => {
    for (const email_verified of [false, undefined, 'true', 1]) {
      somebody({ email_verified });
      const { body } = await signInThrough(app, 'making');
      assert.equal((await whoIs(body.access_token)).email, null);
    }
  });
  it('shows no token in an address', async () => {
    const way = browser(app);
    const { callback } = await goThrough(app, 'making', { way });
    assert.doesNotMatch(callback, /token|eyJ/);
  });
  it('fails without a trace of why for the client where the provider refuses', async () => {
    provider.state.isRefusing = true;
    const { status, body } = await signInThrough(app, 'making');
    provider.state.isRefusing = false;
    assert.deepEqual([status, body.error_code], [403, 10291]);
  });
  it('is refused to a deactivated user', async () => {
    const { body } = await signInThrough(app, 'making');
    const { id } = await whoIs(body.access_token);
    await app.root.done(`PUT /cms/admin/user/${id}`, { group_ids: [] });
    await app.root.done(`DELETE /cms/admin/user/${id}/activation`);
    const refused = await signInThrough(app, 'making');
    assert.deepEqual([refused.status, refused.body.error_code], [401, 10000]);
  });
  it('ends at the provider too, where the setting says so', async () => {
    const { body } = await signInThrough(app, 'making');
    const { url } = await app.as(body.access_token).done<{ url: string }>('POST /cms/oidc/sign-out', {
      return_to: '/console',
    });
    const read = new URL(url);
    assert.equal(read.origin, provider.issuer);
    assert.equal(read.searchParams.get('post_logout_redirect_uri'), `${ORIGIN}/console`);
    assert.ok(read.searchParams.get('id_token_hint'));
    assert.equal((await app.as(body.access_token).get('/cms/user/information')).status, 422);
    const password = await app.person();
    assert.deepEqual(await password.done('POST /cms/oidc/sign-out', {}), { url: null });
  });
  it('is erased with its user', async () => {
    const { body } = await signInThrough(app, 'making');
    const { id, username } = await whoIs(body.access_token);
    await app.root.done(`POST /cms/admin/user/${id}/erasure`, { username });
    await app.server.store.jobs.idle();
    const records = await app.database.look(
      'select count(*) as total from quire_identity where user_id = ?',
      id,
    );
    assert.equal(Number(records[0]?.total), 0);
  });
});

describe('a session of the console', () => {
  const page = { origin: ORIGIN, host: 'quire.test', 'x-quire-console': 'new' };

  it('is opened by the browser that began, and its refresh token stays in a cookie', async () => {
    somebody();
    const way = browser(app);
    const begun = await way.here('/cms/oidc/making/start?return_to=/console/book');
    const callback = await way.signInThere(String(begun.headers.location));
    const returned = await way.here(callback);
    const back = new URL(String(returned.headers.location));
    assert.equal(back.origin + back.pathname, `${ORIGIN}/console/book`);
    const body = { code: back.searchParams.get('code') };
    const open = (headers: Record<string, string>) =>
      app.request('POST', '/cms/oidc/console-session', { body, headers });
    const cookie = [...way.own].map((pair) => pair.join('=')).join('; ');
    assert.equal((await open({ cookie })).status, 403, 'another site');
    assert.equal((await open(page)).status, 403, 'another browser');
    const opened = await open({ ...page, cookie });
    assert.equal(opened.status, 200, opened.text);
    assert.equal(opened.body.refresh_token, undefined);
    assert.match(String(opened.headers['set-cookie']), /^__Secure-quire-console=.*HttpOnly; SameSite=Strict/);
    assert.equal((await open({ ...page, cookie })).status, 403, 'a second time');
    const { id } = await whoIs(String(opened.body.access_token));
    assert.ok(id > 1);
  });
  it('keeps what proves its beginning for each base on which the page may go on, and nowhere else', async () => {
    const { headers } = await app.nobody.get('/cms/oidc/making/start');
    const cookies = [headers['set-cookie'] ?? []].flat().map(String);
    const paths = cookies.map((cookie) => /Path=([^;]*)/.exec(cookie)?.[1]);
    assert.deepEqual(paths, ['/cms/oidc', '/api/cms/oidc']);
    for (const cookie of cookies) assert.match(cookie, /; HttpOnly; SameSite=Lax; Secure$/);
  });
  it('is not begun by another site', async () => {
    const begin = (site: string) =>
      app.nobody.get('/cms/oidc/making/start', { headers: { 'sec-fetch-site': site } });
    assert.equal((await begin('cross-site')).status, 403);
    assert.equal((await begin('same-origin')).status, 302);
    assert.equal((await begin('none')).status, 302);
  });
});
