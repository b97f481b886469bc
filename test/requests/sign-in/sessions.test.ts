import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { claimsOf, freshApp, PASSWORD, type Tokens } from '../../support/fresh-app.ts';
import { administration, INVALID, NOT_REFRESHED, WELCOME } from '../../support/records/administration.ts';
import { ownSession } from '../../support/sign-in/session.ts';

const app = await freshApp();
const { auths } = administration(app);
const { refresh } = ownSession(app);
const refreshed = async (token: string) => {
  const { status, body } = await refresh(token);
  return [status, body.error_code];
};
const sessionsOf = (token: string) =>
  app.as(token).read<{ id: number; current: boolean }[]>('/cms/user/sessions');

it('bear a nonce of 128 random bits, another at each sign-in', async () => {
  const person = await app.person();
  const nonces = new Set<string>();
  for (let count = 0; count < 20; count += 1) {
    const { refresh: token } = await app.signIn(person.username);
    const [, nonce = ''] = String(claimsOf(token).session).split('.');
    assert.equal(Buffer.from(nonce, 'base64url').length, 16, nonce);
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 20);
});

describe('refreshing', () => {
  it('replaces both tokens, which are good for what they say only', async () => {
    const { refresh: first } = await app.person();
    const { status, body } = await refresh(first);
    assert.equal(status, 200);
    assert.notEqual(body.refresh_token, first);
    assert.deepEqual(await auths(body.access_token), WELCOME);
    assert.deepEqual(await auths(body.refresh_token), INVALID);
    assert.deepEqual(await refreshed(body.access_token), NOT_REFRESHED);
    assert.equal((await refresh(body.refresh_token)).status, 200);
  });
  it('gives parallel refreshes the same successor', async () => {
    const { refresh: first } = await app.person();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    assert.equal(new Set(answers.map(({ body }) => body.access_token)).size, 1);
    assert.equal((await refresh(answers[0]?.body.refresh_token ?? '')).status, 200);
  });
  it('ends the session where a replaced token comes back after the grace time', async () => {
    const { refresh: first } = await app.person();
    const { body } = await refresh(first);
    const [session = ''] = String(claimsOf(first).session).split('.');
    await app.behind('update quire_session set refreshed_time = refreshed_time - 6000 where id = ?', session);
    const answer = await refresh(first);
    assert.deepEqual([answer.status, answer.body.error_code], NOT_REFRESHED);
    assert.deepEqual(await auths(body.access_token), INVALID);
    assert.deepEqual(await refreshed(body.refresh_token), NOT_REFRESHED);
  });
  it('ends the session where a token of two generations ago comes back, even at once', async () => {
    const { refresh: first } = await app.person();
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body;
    assert.deepEqual(await refreshed(first), NOT_REFRESHED);
    assert.deepEqual(await auths(third.access_token), INVALID);
  });
  it('tells no token and nonsense apart', async () => {
    const none = await app.nobody.get('/cms/user/refresh');
    assert.deepEqual([none.status, none.body.error_code], [401, 10000]);
    assert.deepEqual(await refreshed('nonsense'), NOT_REFRESHED);
  });
});

describe('a refresh', () => {
  it('is a POST as well, and no HEAD', async () => {
    const { refresh: first } = await app.person();
    for (const base of BASES) {
      const head = await app.request('HEAD', `${base}/cms/user/refresh`, { token: first });
      assert.deepEqual([head.status, head.headers.allow], [405, 'GET, POST']);
    }
    const { status, body } = await app.as(first).post<Tokens>('/cms/user/refresh');
    assert.equal(status, 200);
    assert.deepEqual(await auths(body.access_token), WELCOME);
    assert.equal((await refresh(body.refresh_token)).status, 200);
  });
});

describe('a session ends', () => {
  const HOUR = 3600;
  const DAY = 24 * HOUR;
  /** Lifetimes of refresh token and session; hours after its beginning at which it was refreshed last; whether a refresh then succeeds. */
  const sessions = [
    ['', 30 * DAY, 90 * DAY, 29 * DAY, true],
    ['', 30 * DAY, 90 * DAY, 89 * DAY, true],
    ['', 30 * DAY, 90 * DAY, 90 * DAY, false],
    ['', 30 * DAY, 10 * DAY, 10 * DAY, false],
    ['/lin3', 30 * DAY, 90 * DAY, 29 * DAY, true],
    ['/lin3', 30 * DAY, 90 * DAY, 30 * DAY, false],
    ['/lin3', 30 * DAY, 10 * DAY, 10 * DAY, false],
  ] as const;
  for (const [base, refreshTokenTtl, sessionTtl, age, goesOn] of sessions)
    it(`of ${base || '/'}, ${age / DAY} of ${sessionTtl / DAY} days old: ${goesOn ? 'not yet' : 'yes'}`, async () => {
      const short = await freshApp({ refreshTokenTtl, sessionTtl });
      const body = { username: 'root', password: PASSWORD };
      const { refresh_token } = await short.send<Tokens>('POST', `${base}/cms/user/login`, { body });
      const [id = ''] = String(claimsOf(refresh_token).session).split('.');
      const moved = `create_time = create_time - ${1000 * age}`;
      await short.behind(`update quire_session set ${moved} where id = ?`, id);
      const answer = await short.as(refresh_token).get<Tokens>(`${base}/cms/user/refresh`);
      assert.equal(answer.status, goesOn ? 200 : 401, answer.text);
      if (!goesOn) return;
      const left = Math.min(sessionTtl - age, base === '' ? refreshTokenTtl : refreshTokenTtl - age);
      const { exp, iat } = claimsOf(answer.body.refresh_token) as Record<string, number>;
      assert.ok(Math.abs(Number(exp) - Number(iat) - left) < 30, 'its refresh token ends with it');
      const access = claimsOf(answer.body.access_token);
      assert.ok(Number(access.exp) <= Number(exp), 'and its access token no later');
    });
});

describe('signing out', () => {
  it('ends this session and no other', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    assert.equal((await person.post('/cms/user/logout')).status, 200);
    assert.deepEqual(await auths(person.access), INVALID);
    assert.deepEqual(await refreshed(person.refresh), NOT_REFRESHED);
    assert.deepEqual(await auths(other.access), WELCOME);
  });
});

describe('sessions', () => {
  it('are listed and ended by their owner alone', async () => {
    const person = await app.person();
    const stranger = await app.person();
    const other = await app.signIn(person.username);
    const mine = await sessionsOf(person.access);
    assert.equal(mine.length, 2);
    assert.equal(mine.filter(({ current }) => current).length, 1);
    assert.doesNotMatch(JSON.stringify(mine), /token|generation/);
    const id = mine.find(({ current }) => !current)?.id;
    for (const token of [stranger.access, app.root.access]) {
      const answer = await app.as(token).delete(`/cms/user/sessions/${id}`);
      assert.equal(answer.status, 404);
    }
    assert.deepEqual(await auths(other.access), WELCOME);
    await person.done(`DELETE /cms/user/sessions/${id}`);
    assert.deepEqual(await auths(other.access), INVALID);
    assert.deepEqual(await auths(person.access), WELCOME);
    assert.equal((await sessionsOf(person.access)).length, 1);
  });
});
