import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASES } from '../../support/bases.ts';
import { claimsOf, freshApp, PASSWORD } from '../../support/fresh-app.ts';
import { administration, WELCOME } from '../../support/records/administration.ts';
import { ownSession } from '../../support/sign-in/session.ts';

const app = await freshApp();
const { auths } = administration(app);
const { refresh, changePassword } = ownSession(app);

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
      const answer = await app.nobody.post('/cms/user/login', body);
      assert.deepEqual([answer.status, answer.body.error_code], [400, 10030], JSON.stringify(body));
    }
    assert.equal((await app.nobody.post('/cms/user/login')).status, 400);
  });
  for (const [what, username] of [
    ['a NUL', 'ro\0ot'],
    ['a NUL alone', '\0'],
    ['a NUL at its end', 'root\0'],
    ['half a character', 'root\ud83d'],
    ['the other half', '\udc00root'],
    ['a NUL in an address', 'a\0@example.com'],
  ] as const)
    it(`refuses a name with ${what} and says so, on every base`, async () => {
      for (const base of BASES) {
        const { status, text } = await app.nobody.post(
          `${base}/cms/user/login`,
          { username, password: PASSWORD },
          { headers: { 'accept-language': 'en' } },
        );
        assert.equal(status, 400, base);
        assert.match(text, /username.*contains characters that are not allowed/);
      }
    });
  it('takes a character that is whole', async () => {
    assert.equal((await app.logIn('root\u{1f600}')).status, 401);
  });
  it('takes no other name', async () => {
    const { username } = await app.person([], 'Exact');
    for (const name of [`${username}%`, `${username}_`, `E xact`, `${username}\u0301`])
      assert.equal((await app.logIn(name)).status, 401, name);
  });
  it('compares passwords whole and in their case, however their letters are composed', async () => {
    const password = ' Grün 汉字 e\u0301 𠮷 ';
    const body = { username: 'spaced', password, confirm_password: password };
    await app.root.done('POST /cms/user/register', body);
    for (const other of [password.trim(), password.toLowerCase(), password.replace('e', 'é'), `${password} `])
      assert.equal((await app.logIn('spaced', other)).status, 401, other);
    assert.equal((await app.logIn('spaced', password)).status, 200);
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
