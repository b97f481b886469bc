import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openServer } from '../../../server/start.ts';
import { HOST, pageBrowser, SESSION } from '../../support/browser/page-browser.ts';
import type { Plain } from '../../support/client.ts';
import { claimsOf, freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { administration, INVALID, NOT_REFRESHED, WELCOME } from '../../support/records/administration.ts';
import { NEW_PASSWORD } from '../../support/sign-in/session.ts';

const app = await freshApp();
const asking = await openServer({ ...app.settings, loginCaptcha: true });
app.database.closeFirst(() => asking.close());
const { auths } = administration(app);
const outcome = ({ status, body }: { status: number; body: Plain }) => [status, body.error_code];
const tokenIn = (cookie = '') => cookie.slice(cookie.indexOf('=') + 1);

describe('a page signs in', () => {
  it('with a token in the body, and a refresh token in a cookie that only its own routes get', async () => {
    const person = await app.person();
    const answer = await pageBrowser(app).signIn(person.username);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'session']);
    assert.deepEqual(await auths(answer.body.access_token), WELCOME);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const [name, ...attributes] = String(answer.headers['set-cookie']).split('; ');
    assert.match(String(name), /^__Secure-quire-console=[\w.-]+$/);
    assert.deepEqual(attributes, [
      'Max-Age=2592000',
      `Path=${SESSION}`,
      'HttpOnly',
      'SameSite=Strict',
      'Secure',
    ]);
    assert.equal(claimsOf(tokenIn(name)).type, 'refresh');
    assert.ok(!answer.text.includes(tokenIn(name)));
  });
  for (const [origin, publicUrl, expected] of [
    [
      'http://127.0.0.1:5000',
      undefined,
      /^quire-console-5000=[^;]+; Max-Age=\d+; Path=\/cms\/console\/session; HttpOnly; SameSite=Strict$/,
    ],
    ['https://cms.test', undefined, /^__Secure-quire-console=.*; Secure$/],
    ['https://cms.test:8443', undefined, /^__Secure-quire-console-8443=.*; Secure$/],
    ['https://cms.test', 'https://cms.test/some/path/', /; Path=\/some\/path\/cms\/console\/session;/],
    ['http://cms.test', 'https://cms.test', /^__Secure-.*; Secure$/],
  ] as const)
    it(`at ${origin}, known as ${publicUrl}, with a cookie for that place`, async () => {
      const there = await freshApp({ publicUrl, host: '0.0.0.0' });
      const visitor = pageBrowser(there, origin);
      const answer = await visitor.signIn('root');
      assert.match(String(answer.headers['set-cookie']), expected);
      assert.equal((await visitor.refresh(answer.body.session)).status, 200);
    });
  it('with a captcha, where signing in asks for one', async () => {
    const headers = { host: HOST, origin: `https://${HOST}`, 'x-quire-console': 'new' };
    const payload = { username: 'root', password: PASSWORD, captcha: 'ABCD' };
    const answer = await asking.app.inject({ method: 'POST', url: SESSION, headers, payload });
    assert.deepEqual([answer.statusCode, answer.json().error_code], [403, 10260]);
  });
  it('by the same rules as a program: password, lock-out, language', async () => {
    const { username } = await app.person();
    const visitor = pageBrowser(app);
    const wrong = await visitor.signIn(username, 'not the password');
    assert.deepEqual([outcome(wrong), wrong.headers['set-cookie']], [[401, 10031], undefined]);
    for (let count = 1; count < 7; count += 1) await visitor.signIn(username, 'not the password');
    assert.deepEqual(outcome(await visitor.signIn(username)), [429, 10140]);
    assert.equal((await app.logIn(username)).status, 429);
    const english = await pageBrowser(app).send(`POST ${SESSION}`, 'new', {
      body: { username: 'nobody', password: 'x' },
      headers: { 'accept-language': 'en' },
    });
    assert.match(String(english.body.msg), /^Wrong user name/);
  });
});

/** Lets half the life of an access token pass. */
const age = (session: number) =>
  app.behind('update quire_session set refreshed_time = refreshed_time - 1800000 where id = ?', session);

describe('refreshing a page session', () => {
  it('answers the same tokens to pages that are loaded again, and writes nothing', async () => {
    const visitor = pageBrowser(app);
    const { username } = await app.person();
    const { session, access_token } = (await visitor.signIn(username)).body;
    const lines = async () =>
      (await app.root.read<{ total: number }>(`/cms/log?name=${username}&sessions=true`)).total;
    const before = [await lines(), visitor.cookie()];
    for (let load = 0; load < 3; load += 1) {
      const answer = await visitor.refresh(session);
      assert.deepEqual([answer.status, answer.body], [200, { access_token, session }]);
    }
    assert.deepEqual([await lines(), visitor.cookie()], before);
    await age(session);
    const next = await visitor.refresh(session);
    assert.notEqual(next.body.access_token, access_token);
    assert.equal(await lines(), Number(before[0]) + 1);
    assert.notEqual(visitor.cookie(), before[1]);
  });
  it('replaces the cookie, and several tabs at once get the same successor', async () => {
    const visitor = pageBrowser(app);
    const { session } = (await visitor.signIn((await app.person()).username)).body;
    const first = visitor.cookie();
    await age(session);
    const tabs = Array.from({ length: 10 }, () => {
      const tab = pageBrowser(app);
      tab.keep(first);
      return tab;
    });
    const answers = await Promise.all(tabs.map((tab) => tab.refresh(session)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(tabs.map((tab) => tab.cookie())).size, 1);
    assert.notEqual(tabs[0]?.cookie(), first);
    assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 1);
    assert.equal(answers[0]?.body.session, session);
    assert.deepEqual(await auths(answers[0]?.body.access_token ?? ''), WELCOME);
    assert.equal((await tabs[0]?.refresh(session))?.status, 200);
  });
  it('ends the session where a stolen, replaced cookie comes back', async () => {
    const visitor = pageBrowser(app);
    const { session } = (await visitor.signIn((await app.person()).username)).body;
    const stolen = visitor.cookie();
    await age(session);
    await visitor.refresh(session);
    await age(session);
    const { access_token } = (await visitor.refresh(session)).body;
    const thief = pageBrowser(app);
    thief.keep(stolen);
    assert.deepEqual(outcome(await thief.refresh(session)), NOT_REFRESHED);
    assert.deepEqual(await auths(access_token), INVALID);
    assert.deepEqual(outcome(await visitor.refresh(session)), NOT_REFRESHED);
  });
  it('takes no token of a program, nor do programs take one of a cookie', async () => {
    const person = await app.person();
    const visitor = pageBrowser(app);
    const { session, access_token } = (await visitor.signIn(person.username)).body;
    const taken = await app.as(tokenIn(visitor.cookie())).post('/cms/user/refresh');
    assert.deepEqual(outcome(taken), NOT_REFRESHED);
    assert.equal((await visitor.refresh(session)).status, 200, 'and that ended nothing');
    const [own = ''] = String(claimsOf(person.refresh).session).split('.');
    visitor.keep(`__Secure-quire-console=${person.refresh}`);
    assert.deepEqual(outcome(await visitor.refresh(Number(own))), NOT_REFRESHED);
    visitor.keep(`__Secure-quire-console=${access_token}`);
    assert.deepEqual(outcome(await visitor.refresh(session)), NOT_REFRESHED);
    assert.deepEqual(outcome(await app.as(tokenIn(visitor.cookie())).get('/cms/user/auths')), WELCOME);
  });
  it('tells no cookie and nonsense apart', async () => {
    const visitor = pageBrowser(app);
    assert.deepEqual(outcome(await visitor.refresh(1)), [401, 10000]);
    for (const cookie of ['nonsense', '', 'a.b.c', '"quoted"', '%00']) {
      visitor.keep(`__Secure-quire-console=${cookie}`);
      const expected = cookie === '' ? [401, 10000] : NOT_REFRESHED;
      assert.deepEqual(outcome(await visitor.refresh(1)), expected, cookie);
    }
  });
});

describe('a page session ends', () => {
  it('with signing out, which takes the cookie away and needs no access token', async () => {
    const visitor = pageBrowser(app);
    const { session, access_token } = (await visitor.signIn((await app.person()).username)).body;
    const kept = visitor.cookie();
    const { status, headers } = await visitor.signOut(session);
    assert.equal(status, 200);
    assert.match(String(headers['set-cookie']), /^__Secure-quire-console=; Max-Age=0; Path=/);
    assert.deepEqual(await auths(access_token), INVALID);
    visitor.keep(kept);
    assert.deepEqual(outcome(await visitor.refresh(session)), NOT_REFRESHED);
    assert.deepEqual(outcome(await visitor.signOut(session)), NOT_REFRESHED);
  });
  it('with a deactivation, at once', async () => {
    const person = await app.person();
    const visitor = pageBrowser(app);
    const { session } = (await visitor.signIn(person.username)).body;
    await app.root.done(`DELETE /cms/admin/user/${person.id}/activation`);
    assert.deepEqual(outcome(await visitor.refresh(session)), NOT_REFRESHED);
  });
  it('and goes on after its own change of password, whose new refresh token no script sees', async () => {
    const person = await app.person();
    const visitor = pageBrowser(app);
    const signed = (await visitor.signIn(person.username)).body;
    const former = visitor.cookie();
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD, confirm_password: NEW_PASSWORD };
    const changed = await visitor.send('PUT /cms/user/change_password', signed.session, {
      body,
      headers: { authorization: `Bearer ${signed.access_token}` },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(changed.body.refresh_token, undefined);
    assert.deepEqual(await auths(changed.body.access_token), WELCOME);
    assert.deepEqual(await auths(signed.access_token), INVALID);
    assert.notEqual(visitor.cookie(), former);
    assert.equal((await visitor.refresh(signed.session)).status, 200);
  });
});

describe('page sessions', () => {
  it('are served on one base, and only with the console', async () => {
    for (const base of ['/lin2', '/lin3'])
      assert.equal((await pageBrowser(app).send(`POST ${base}${SESSION}`, 'new', { body: {} })).status, 404);
    const without = await freshApp({ consoleDir: undefined });
    assert.equal((await pageBrowser(without).signIn('root')).status, 404);
  });
  it('are listed among the sessions of their user', async () => {
    const person = await app.person();
    const { session, access_token } = (await pageBrowser(app).signIn(person.username)).body;
    const own = await app.as(access_token).read<{ id: number; current: boolean }[]>('/cms/user/sessions');
    assert.deepEqual(
      own.map(({ id, current }) => [id, current]),
      [
        [session, true],
        [Number(String(claimsOf(person.refresh).session).split('.')[0]), false],
      ],
    );
  });
});
