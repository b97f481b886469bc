// No engine changes its result: origins and cookies are checked before a record is read.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FOREIGN, HOST, pageBrowser, SESSION } from '../../support/browser/page-browser.ts';
import type { Plain } from '../../support/client.ts';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { administration, INVALID, NOT_REFRESHED } from '../../support/records/administration.ts';

const app = await freshApp();
const { auths } = administration(app);
const outcome = ({ status, body }: { status: number; body: Plain }) => [status, body.error_code];

describe('a request for a page session that another page sends', () => {
  const visitor = pageBrowser(app);
  const sent = [
    ['without the header', { 'x-quire-console': '' }],
    ['of another site', { 'sec-fetch-site': 'cross-site' }],
    ['of another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['of a bookmark', { 'sec-fetch-site': 'none' }],
    ['from another origin', { origin: 'https://evil.test' }],
    ['from another port', { origin: `https://${HOST}:8443` }],
    ['from a page without an origin', { origin: 'null' }],
    ['that hides its origin', { origin: '' }],
    ['that looks alike', { origin: `https://${HOST}.evil.test` }],
    ['that looks alike to a pattern', { origin: `https://${HOST}/` }],
  ] as const;
  for (const [name, headers] of sent)
    it(`is refused ${name}, whatever it asks`, async () => {
      const body = { username: 'root', password: PASSWORD };
      const { session } = (await visitor.signIn('root')).body;
      const own = visitor.cookie();
      for (const [request, named, more] of [
        [`POST ${SESSION}`, 'new', { body }],
        [`POST ${SESSION}/refresh`, session, {}],
        [`DELETE ${SESSION}`, session, {}],
      ] as const) {
        const answer = await visitor.send(request, named, { ...more, headers });
        assert.deepEqual([outcome(answer), answer.headers['set-cookie']], [FOREIGN, undefined], request);
      }
      assert.equal(visitor.cookie(), own);
      assert.equal((await visitor.refresh(session)).status, 200);
    });
  it('is not let through by CORS, even where that lets its other requests through', async () => {
    const open = await freshApp({ corsOrigins: ['https://partner.test'] });
    const preflight = await open.request('OPTIONS', SESSION, {
      headers: {
        origin: 'https://partner.test',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-quire-console',
      },
    });
    assert.equal(preflight.headers['access-control-allow-credentials'], undefined);
    assert.doesNotMatch(String(preflight.headers['access-control-allow-headers']), /x-quire-console/i);
    const partner = pageBrowser(open);
    const answer = await partner.send(`POST ${SESSION}`, 'new', {
      body: { username: 'root', password: PASSWORD },
      headers: { origin: 'https://partner.test' },
    });
    assert.deepEqual(outcome(answer), FOREIGN);
  });
  it('is taken from a browser that tells its origin alone', async () => {
    const answer = await app.request('POST', SESSION, {
      body: { username: 'root', password: PASSWORD },
      headers: { host: HOST, origin: `https://${HOST}`, 'x-quire-console': 'new' },
    });
    assert.equal(answer.status, 200);
  });
});

describe('a cookie that somebody else set', () => {
  it('never makes a page go on as somebody else', async () => {
    const [victim, attacker] = [pageBrowser(app), pageBrowser(app)];
    const own = (await victim.signIn((await app.person()).username)).body;
    await attacker.signIn((await app.person()).username);
    victim.keep(attacker.cookie());
    assert.deepEqual(outcome(await victim.refresh(own.session)), NOT_REFRESHED);
    assert.deepEqual(outcome(await victim.signOut(own.session)), NOT_REFRESHED);
  });
  it('beside the own one is refused', async () => {
    const [victim, attacker] = [pageBrowser(app), pageBrowser(app)];
    const own = (await victim.signIn((await app.person()).username)).body;
    await attacker.signIn((await app.person()).username);
    victim.keep(`${attacker.cookie()}; ${victim.cookie()}`);
    assert.deepEqual(outcome(await victim.refresh(own.session)), NOT_REFRESHED);
  });
  it('is not the session that a sign-in goes on with, and that one ends', async () => {
    const person = await app.person();
    const visitor = pageBrowser(app);
    const before = (await visitor.signIn(person.username)).body;
    const planted = visitor.cookie();
    const after = (await visitor.signIn(person.username)).body;
    assert.notEqual(after.session, before.session);
    assert.deepEqual(await auths(before.access_token), INVALID);
    visitor.keep(planted);
    assert.deepEqual(outcome(await visitor.refresh(before.session)), NOT_REFRESHED);
  });
  it('does not keep anybody from signing in, nor does one that is no token', async () => {
    const visitor = pageBrowser(app);
    visitor.keep('__Secure-quire-console=nonsense; __Secure-quire-console=more');
    assert.equal((await visitor.signIn('root')).status, 200);
  });
});
