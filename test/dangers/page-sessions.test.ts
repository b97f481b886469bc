import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openServer } from '../../server/start.ts';
import { administration, INVALID, NOT_REFRESHED, WELCOME } from '../support/administration.ts';
import type { Plain } from '../support/client.ts';
import { claimsOf, type FreshApp, freshApp, PASSWORD } from '../support/fresh-app.ts';
import { NEW_PASSWORD } from '../support/session.ts';

interface Signed {
  readonly access_token: string;
  readonly session: number;
}

const SESSION = '/cms/console/session';
const HOST = 'quire.test';
const FOREIGN = [403, 10261];

/** What a browser does: it keeps cookies, and tells where its page came from. */
function browser(app: FreshApp, origin = `https://${HOST}`) {
  let cookie: string | undefined;
  const page = { host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' };
  const send = async (
    request: string,
    session: string | number,
    more: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ) => {
    const [method = '', path = ''] = request.split(' ');
    const { body, headers = {} } = more;
    const answer = await app.request<Plain & Signed>(method, path, {
      ...(body !== undefined && { body }),
      headers: { ...page, 'x-quire-console': String(session), ...(cookie && { cookie }), ...headers },
    });
    const [set] = [answer.headers['set-cookie'] ?? []].flat() as string[];
    if (set !== undefined) cookie = /Max-Age=0/.test(set) ? undefined : set.split(';')[0];
    return answer;
  };
  return {
    signIn: (username: string, password = PASSWORD) =>
      send(`POST ${SESSION}`, 'new', { body: { username, password } }),
    refresh: (session: number, headers: Readonly<Record<string, string>> = {}) =>
      send(`POST ${SESSION}/refresh`, session, { headers }),
    signOut: (session: number) => send(`DELETE ${SESSION}`, session),
    send,
    cookie: () => cookie,
    keep: (other: string | undefined) => {
      cookie = other;
    },
  };
}

const app = await freshApp();
const asking = await openServer({ ...app.settings, loginCaptcha: true });
app.database.closeFirst(() => asking.close());
const { auths } = administration(app);
const outcome = ({ status, body }: { status: number; body: Plain }) => [status, body.error_code];
const tokenIn = (cookie = '') => cookie.slice(cookie.indexOf('=') + 1);

describe('a page signs in', () => {
  it('with a token in the body, and a refresh token in a cookie that only its own routes get', async () => {
    const person = await app.person();
    const answer = await browser(app).signIn(person.username);
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
      const visitor = browser(there, origin);
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
    const visitor = browser(app);
    const wrong = await visitor.signIn(username, 'not the password');
    assert.deepEqual([outcome(wrong), wrong.headers['set-cookie']], [[401, 10031], undefined]);
    for (let count = 1; count < 7; count += 1) await visitor.signIn(username, 'not the password');
    assert.deepEqual(outcome(await visitor.signIn(username)), [429, 10140]);
    assert.equal((await app.logIn(username)).status, 429);
    const english = await browser(app).send(`POST ${SESSION}`, 'new', {
      body: { username: 'nobody', password: 'x' },
      headers: { 'accept-language': 'en' },
    });
    assert.match(String(english.body.msg), /^Wrong user name/);
  });
});

describe('a request for a page session that another page sends', () => {
  const visitor = browser(app);
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
    const partner = browser(open);
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

describe('refreshing a page session', () => {
  it('replaces the cookie, and several tabs at once get the same successor', async () => {
    const visitor = browser(app);
    const { session } = (await visitor.signIn((await app.person()).username)).body;
    const first = visitor.cookie();
    const tabs = Array.from({ length: 10 }, () => {
      const tab = browser(app);
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
    const visitor = browser(app);
    const { session } = (await visitor.signIn((await app.person()).username)).body;
    const stolen = visitor.cookie();
    await visitor.refresh(session);
    const { access_token } = (await visitor.refresh(session)).body;
    const thief = browser(app);
    thief.keep(stolen);
    assert.deepEqual(outcome(await thief.refresh(session)), NOT_REFRESHED);
    assert.deepEqual(await auths(access_token), INVALID);
    assert.deepEqual(outcome(await visitor.refresh(session)), NOT_REFRESHED);
  });
  it('takes no token of a program, nor do programs take one of a cookie', async () => {
    const person = await app.person();
    const visitor = browser(app);
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
    const visitor = browser(app);
    assert.deepEqual(outcome(await visitor.refresh(1)), [401, 10000]);
    for (const cookie of ['nonsense', '', 'a.b.c', '"quoted"', '%00']) {
      visitor.keep(`__Secure-quire-console=${cookie}`);
      const expected = cookie === '' ? [401, 10000] : NOT_REFRESHED;
      assert.deepEqual(outcome(await visitor.refresh(1)), expected, cookie);
    }
  });
});

describe('a cookie that somebody else set', () => {
  it('never makes a page go on as somebody else', async () => {
    const [victim, attacker] = [browser(app), browser(app)];
    const own = (await victim.signIn((await app.person()).username)).body;
    await attacker.signIn((await app.person()).username);
    victim.keep(attacker.cookie());
    assert.deepEqual(outcome(await victim.refresh(own.session)), NOT_REFRESHED);
    assert.deepEqual(outcome(await victim.signOut(own.session)), NOT_REFRESHED);
  });
  it('beside the own one is refused', async () => {
    const [victim, attacker] = [browser(app), browser(app)];
    const own = (await victim.signIn((await app.person()).username)).body;
    await attacker.signIn((await app.person()).username);
    victim.keep(`${attacker.cookie()}; ${victim.cookie()}`);
    assert.deepEqual(outcome(await victim.refresh(own.session)), NOT_REFRESHED);
  });
  it('is not the session that a sign-in goes on with, and that one ends', async () => {
    const person = await app.person();
    const visitor = browser(app);
    const before = (await visitor.signIn(person.username)).body;
    const planted = visitor.cookie();
    const after = (await visitor.signIn(person.username)).body;
    assert.notEqual(after.session, before.session);
    assert.deepEqual(await auths(before.access_token), INVALID);
    visitor.keep(planted);
    assert.deepEqual(outcome(await visitor.refresh(before.session)), NOT_REFRESHED);
  });
  it('or that is no token does not keep anybody from signing in', async () => {
    const visitor = browser(app);
    visitor.keep('__Secure-quire-console=nonsense; __Secure-quire-console=more');
    assert.equal((await visitor.signIn('root')).status, 200);
  });
});

describe('a page session ends', () => {
  it('with signing out, which takes the cookie away and needs no access token', async () => {
    const visitor = browser(app);
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
    const visitor = browser(app);
    const { session } = (await visitor.signIn(person.username)).body;
    await app.root.done(`DELETE /cms/admin/user/${person.id}/activation`);
    assert.deepEqual(outcome(await visitor.refresh(session)), NOT_REFRESHED);
  });
  it('and goes on after its own change of password, whose new refresh token no script sees', async () => {
    const person = await app.person();
    const visitor = browser(app);
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
      assert.equal((await browser(app).send(`POST ${base}${SESSION}`, 'new', { body: {} })).status, 404);
    const without = await freshApp({ consoleDir: undefined });
    assert.equal((await browser(without).signIn('root')).status, 404);
  });
  it('are listed among the sessions of their user', async () => {
    const person = await app.person();
    const { session, access_token } = (await browser(app).signIn(person.username)).body;
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
