// No engine changes its result: requests are counted in memory.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, type Sent } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const MOST = 4;
const ME = '/api/cms/user/information';
const BOOKS = '/api/v1/book?count=1';

interface Told {
  readonly headers: Readonly<Record<string, unknown>>;
}
const told = ({ headers }: Told) => [headers['ratelimit-policy'], headers.ratelimit];
const leftOf = (answer: Told) => Number(/;r=(\d+)/.exec(String(told(answer)[1]))?.[1]);

let networks = 0;
const anotherNetwork = () => `192.0.2.${++networks}`;

describe('the requests of a user in a minute', async () => {
  const app = await freshApp({ userRequestsPerMinute: MOST });
  const { program } = keysOf(app);

  it('are bounded in all sessions together, and told on /api', async () => {
    const person = await app.person();
    const again = app.as((await app.signIn(person.username)).access);
    for (let left = MOST - 1; left >= 0; left -= 1) {
      const answer = await (left % 2 ? person : again).get(ME);
      assert.deepEqual([answer.status, leftOf(answer)], [200, left]);
      assert.equal(told(answer)[0], `"user";q=${MOST};w=60`);
    }
    for (const one of [person, again]) {
      const refused = await one.get(ME);
      assert.deepEqual([refused.status, leftOf(refused)], [429, 0]);
      assert.match(String(refused.headers['retry-after']), /^([1-9]|[1-5]\d|60)$/);
      assert.equal((await one.get('/cms/user/information')).status, 429, 'on another base');
    }
  });

  it('take nothing from another user, from a key of the user, or from callers without a name', async () => {
    const [one, other, machine] = [await app.person(), await app.person(), await program()];
    for (let count = 0; count <= MOST; count += 1) await one.get(ME);
    assert.equal((await one.get(ME)).status, 429);
    assert.equal(leftOf(await other.get(ME)), MOST - 1);
    for (let count = 0; count <= MOST; count += 1)
      for (const answer of [await machine.get(ME), await app.nobody.get('/api/')])
        assert.deepEqual([answer.status, ...told(answer)], [200, undefined, undefined]);
  });

  it('of an administrator who sees the server as a user are the administrator’s', async () => {
    const [person, administrator] = [await app.person(), await app.superAdministrator()];
    const begun = await administrator.done<{ access_token: string }>('POST /api/cms/access/impersonation', {
      user_id: person.id,
    });
    const seen = app.as(begun.access_token);
    for (let left = MOST - 2; left >= 0; left -= 1) assert.equal(leftOf(await seen.get(ME)), left);
    assert.equal((await seen.get(ME)).status, 429);
    assert.equal((await administrator.get(ME)).status, 429);
    assert.equal(leftOf(await person.get(ME)), MOST - 1);
  });
});

describe('the requests of a network without a sign-in in a minute', async () => {
  const app = await freshApp({
    networkRequestsPerMinute: MOST,
    switchedOff: new Set(['BOOK_LOGIN_REQUIRED']),
  });
  const ask = (url: string, address: string, sent: Sent = {}) =>
    app.request('GET', url, { address, ...sent });

  it('are bounded, also where they are refused or not found', async () => {
    const address = anotherNetwork();
    const urls = [BOOKS, '/api/v1/book/77', ME, '/v1/book?count=1'];
    assert.equal(urls.length, MOST);
    const statuses = [];
    for (const url of [...urls, ...urls]) statuses.push((await ask(url, address)).status);
    assert.deepEqual(statuses.slice(MOST), [429, 429, 429, 429]);
    assert.ok(!statuses.slice(0, MOST).includes(429), String(statuses));
    assert.deepEqual(told(await ask(BOOKS, address))[0], `"network";q=${MOST};w=60`);
    assert.equal((await ask(BOOKS, anotherNetwork())).status, 200);
  });

  it('count a sign-in, and nothing that a user asks for afterwards', async () => {
    const person = await app.person();
    const address = anotherNetwork();
    const statuses = [];
    for (let count = 0; count <= MOST; count += 1)
      statuses.push((await app.logIn(person.username, 'wrong', { address })).status);
    assert.equal(statuses.at(-1), 429);
    for (let count = 0; count <= MOST; count += 1)
      assert.equal((await ask(ME, address, { token: person.access })).status, 200);
  });

  it('do not count probes, which a load balancer sends without end', async () => {
    const address = anotherNetwork();
    for (let count = 0; count <= MOST; count += 1)
      for (const url of ['/health/live', '/health/ready', '/health'])
        assert.equal((await ask(url, address)).status, 200);
    assert.equal(leftOf(await ask(BOOKS, address)), MOST - 1);
  });

  it('of one IPv6 customer are counted together', async () => {
    for (let count = 0; count < MOST; count += 1) await ask(BOOKS, `2001:db8:1:2::${count}`);
    assert.equal((await ask(BOOKS, '2001:db8:1:2:3:4:5:6')).status, 429);
    assert.equal((await ask(BOOKS, '2001:db8:1:3::1')).status, 200);
  });
});
