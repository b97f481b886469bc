import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claimsOf, freshApp, PASSWORD } from '../support/fresh-app.ts';

const app = await freshApp();

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly error_code?: number;
}
const refresh = (token: string) => app.request<Tokens>('GET', '/cms/user/refresh', { token });
const auths = async (token: string) => {
  const { status, body } = await app.request('GET', '/cms/user/auths', { token });
  return [status, body.error_code];
};
const INVALID = [422, 10040];
const WELCOME = [200, undefined];
const NEW_PASSWORD = 'another horse 2';
const changePassword = (token: string, old_password: string, new_password = NEW_PASSWORD) =>
  app.request('PUT', '/cms/user/change_password', {
    token,
    body: { old_password, new_password, confirm_password: new_password },
  });
const sessionsOf = (token: string) =>
  app.send<{ id: number; current: boolean }[]>('GET', '/cms/user/sessions', { token });

describe('signing in', () => {
  it('answers two tokens and nothing else', async () => {
    const answer = await app.logIn('root');
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.body).sort(), ['access_token', 'refresh_token']);
    assert.doesNotMatch(JSON.stringify(claimsOf(answer.body.access_token)), /credential|argon2|root/);
  });
  it('answers an unknown name like a wrong password', async () => {
    const unknown = await app.logIn('nobody', 'wrong password');
    const wrong = await app.logIn('root', 'wrong password');
    assert.deepEqual([unknown.status, unknown.body.error_code], [401, 10031]);
    assert.deepEqual([wrong.status, wrong.text], [unknown.status, unknown.text]);
  });
  it('refuses what is no name and password', async () => {
    for (const body of [
      {},
      { username: 'root' },
      { username: 1, password: 2 },
      { username: '', password: '' },
    ]) {
      const answer = await app.request('POST', '/cms/user/login', { body });
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], JSON.stringify(body));
    }
    assert.equal((await app.request('POST', '/cms/user/login')).status, 400);
  });
  it('compares names exactly', async () => {
    const { username } = await app.person([], 'Exact');
    for (const name of [username.toUpperCase(), `${username} `, ` ${username}`, `${username}%`])
      assert.equal((await app.logIn(name)).status, 401, name);
  });
});

describe('refreshing', () => {
  it('replaces both tokens, which are good for what they say only', async () => {
    const { refresh: first } = await app.person();
    const { status, body } = await refresh(first);
    assert.equal(status, 200);
    assert.notEqual(body.refresh_token, first);
    assert.deepEqual(await auths(body.access_token), WELCOME);
    assert.deepEqual(await auths(body.refresh_token), INVALID);
    assert.equal((await refresh(body.access_token)).status, 422);
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
    assert.deepEqual([answer.status, answer.body.error_code], INVALID);
    assert.deepEqual(await auths(body.access_token), INVALID);
    assert.equal((await refresh(body.refresh_token)).status, 422);
  });
  it('ends the session where a token of two generations ago comes back, even at once', async () => {
    const { refresh: first } = await app.person();
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body;
    assert.equal((await refresh(first)).status, 422);
    assert.deepEqual(await auths(third.access_token), INVALID);
  });
  it('tells no token and nonsense apart', async () => {
    const none = await app.request('GET', '/cms/user/refresh');
    assert.deepEqual([none.status, none.body.error_code], [401, 10000]);
    assert.equal((await refresh('nonsense')).status, 422);
  });
});

describe('signing out', () => {
  it('ends this session and no other', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    assert.equal((await app.request('POST', '/cms/user/logout', { token: person.access })).status, 200);
    assert.deepEqual(await auths(person.access), INVALID);
    assert.equal((await refresh(person.refresh)).status, 422);
    assert.deepEqual(await auths(other.access), WELCOME);
  });
});

describe('changing the password', () => {
  it('ends the other sessions, those of the same second too, and the old password', async () => {
    const person = await app.person();
    const other = await app.signIn(person.username);
    assert.equal((await changePassword(person.access, PASSWORD)).status, 200);
    assert.deepEqual(await auths(other.access), INVALID);
    assert.equal((await refresh(other.refresh)).status, 422);
    assert.deepEqual(await auths(person.access), WELCOME);
    assert.equal((await app.logIn(person.username)).status, 401);
    assert.equal((await app.logIn(person.username, NEW_PASSWORD)).status, 200);
  });
  it('needs the old one, and a confirmation', async () => {
    const person = await app.person();
    const wrong = await changePassword(person.access, 'not the old one');
    assert.deepEqual([wrong.status, wrong.body.error_code], [400, 10032]);
    const body = { old_password: PASSWORD, new_password: NEW_PASSWORD, confirm_password: 'other words' };
    const unlike = await app.request('PUT', '/cms/user/change_password', { token: person.access, body });
    assert.deepEqual([unlike.status, unlike.body.error_code], [400, 10030]);
    assert.equal((await app.logIn(person.username)).status, 200);
  });
  it('keeps to the lengths', async () => {
    const { access } = await app.person();
    for (const password of ['short', 'x'.repeat(129), 'line\nbreak'])
      assert.equal((await changePassword(access, PASSWORD, password)).status, 400, password);
    assert.equal((await changePassword(access, PASSWORD, '汉字 and 𠮷 ✓')).status, 200);
  });
  it('lets one of two parallel changes win', async () => {
    const { access, username } = await app.person();
    const words = ['first words 1', 'second words 2'];
    const answers = await Promise.all(words.map((word) => changePassword(access, PASSWORD, word)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const winner = words[answers.findIndex(({ status }) => status === 200)];
    assert.equal((await app.logIn(username, winner)).status, 200);
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
      const answer = await app.request('DELETE', `/cms/user/sessions/${id}`, { token });
      assert.equal(answer.status, 404);
    }
    assert.deepEqual(await auths(other.access), WELCOME);
    await app.send('DELETE', `/cms/user/sessions/${id}`, { token: person.access });
    assert.deepEqual(await auths(other.access), INVALID);
    assert.deepEqual(await auths(person.access), WELCOME);
    assert.equal((await sessionsOf(person.access)).length, 1);
  });
});

describe('failed sign-ins', () => {
  it('are refused within ten for one name, whatever the address says of itself, and disturb nobody who is signed in', async () => {
    const person = await app.person();
    const statuses: number[] = [];
    let retryAfter: unknown;
    for (let turn = 0; turn < 12; turn += 1) {
      const headers = { 'x-forwarded-for': `10.9.8.${turn}`, forwarded: `for=10.9.8.${turn}` };
      const answer = await app.logIn(person.username, 'guess number x', { headers });
      statuses.push(answer.status);
      retryAfter = answer.headers['retry-after'] ?? retryAfter;
    }
    assert.ok(statuses.indexOf(429) > 0 && statuses.indexOf(429) < 10, String(statuses));
    assert.ok(statuses.slice(statuses.indexOf(429)).every((status) => status === 429));
    assert.ok(Number(retryAfter) > 0);
    const right = await app.logIn(person.username, PASSWORD, { headers: { 'x-forwarded-for': '10.0.0.1' } });
    assert.deepEqual([right.status, right.body.error_code], [429, 10140]);
    assert.deepEqual(await auths(person.access), WELCOME);
    assert.equal((await refresh(person.refresh)).status, 200);
    assert.equal((await app.logIn('root')).status, 200);
    assert.equal((await changePassword(person.access, PASSWORD)).status, 200);
  });
  it('are counted when they come together', async () => {
    const { username } = await app.person();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.logIn(username, 'guess number y')),
    );
    const tried = answers.filter(({ status }) => status === 401).length;
    assert.ok(tried > 0 && tried < 10, `${tried} were tried`);
  });
  it('of a name that nobody has are refused alike', async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      statuses.push((await app.logIn('nobody at all', 'guess')).status);
    assert.ok(statuses.includes(429), String(statuses));
  });
  it('of one address are refused whatever the names, and other addresses are not', async () => {
    const address = '192.0.2.7';
    const statuses: number[] = [];
    for (let turn = 0; turn < 100; turn += 4) {
      const names = [0, 1, 2, 3].map((index) => `spray${turn + index}`);
      const answers = await Promise.all(names.map((name) => app.logIn(name, 'guess', { address })));
      statuses.push(...answers.map(({ status }) => status));
    }
    assert.ok(statuses.includes(429));
    const elsewhere = await app.logIn('root', PASSWORD, { address: '192.0.2.8' });
    assert.equal(elsewhere.status, 200);
  });
  it('are forgotten after a success', async () => {
    const { username } = await app.person();
    for (let round = 0; round < 3; round += 1) {
      for (let turn = 0; turn < 4; turn += 1)
        assert.equal((await app.logIn(username, 'guess number z', { address: '198.51.100.1' })).status, 401);
      assert.equal((await app.logIn(username)).status, 200);
    }
  });
});
