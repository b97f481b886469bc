import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp, PASSWORD } from '../../support/fresh-app.ts';

// Who is kept out by whose failures. Every network is one of a test's own.

const app = await freshApp();
const HOME = '203.0.113.1';
const LIMIT = 50;

/** Somebody who has signed in from home. */
async function owner(address = HOME) {
  const person = await app.person();
  assert.equal((await app.logIn(person.username, PASSWORD, { address })).status, 200);
  return person;
}
const guess = async (username: string, address: string) =>
  (await app.logIn(username, 'a wrong guess', { address })).status;
/** Failures of a name, of which each network sends a few, until one is not looked at. */
async function guessFromEverywhere(username: string, each: number): Promise<number> {
  for (let count = 0; count < 2 * LIMIT; count += 1)
    if ((await guess(username, `198.51.${Math.floor(count / each)}.1`)) === 429) return count;
  return 2 * LIMIT;
}

describe('failed sign-ins from one strange network', () => {
  for (const [who, make] of [
    ['a user', () => owner()],
    ['root', async () => ({ username: 'root' })],
  ] as const)
    it(`keep ${who} out nowhere else`, async () => {
      const { username } = await make();
      const statuses: number[] = [];
      for (let turn = 0; turn < 9; turn += 1) statuses.push(await guess(username, '192.0.2.66'));
      assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 401, 429, 429]);
      for (const address of [HOME, '192.0.2.99'])
        assert.equal((await app.logIn(username, PASSWORD, { address })).status, 200, address);
    });
});

describe('failed sign-ins from many strange networks', () => {
  for (const each of [1, 5])
    it(`are bounded together, ${each} of each, and keep nobody out of a network they know`, async () => {
      const { username } = await owner();
      assert.equal(await guessFromEverywhere(username, each), LIMIT);
      const elsewhere = await app.logIn(username, PASSWORD, { address: '192.0.2.98' });
      assert.deepEqual([elsewhere.status, elsewhere.body.error_code], [429, 10140]);
      assert.ok(Number(elsewhere.headers['retry-after']) > 0);
      assert.equal((await app.logIn(username, PASSWORD, { address: HOME })).status, 200);
    });
  it('are bounded alike for a name that nobody has', async () => {
    assert.equal(await guessFromEverywhere('nobody at all', 5), LIMIT);
  });
  it('keep somebody out of a network that they last used 90 days ago', async () => {
    const { id, username } = await owner();
    await app.behind('update quire_known_network set time = time - ? where user_id = ?', 90 * 86_400_000, id);
    await guessFromEverywhere(username, 5);
    assert.equal((await app.logIn(username, PASSWORD, { address: HOME })).status, 429);
  });
  it('keep nobody out where another has signed in', async () => {
    const [{ username }, neighbour] = [await owner(), await owner('203.0.113.2')];
    await guessFromEverywhere(username, 5);
    assert.equal((await app.logIn(username, PASSWORD, { address: '203.0.113.2' })).status, 429);
    assert.equal((await app.logIn(neighbour.username, PASSWORD, { address: HOME })).status, 200);
  });
});

describe('failed sign-ins from a network that the account knows', () => {
  it('are bounded there, and count nowhere else', async () => {
    const { username } = await owner();
    const statuses: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) statuses.push(await guess(username, HOME));
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 401, 429, 429]);
    assert.equal(await guessFromEverywhere(username, 5), LIMIT);
  });
  it('are those of a whole IPv6 network', async () => {
    const { username } = await owner('2001:db8:1:2::a');
    await guessFromEverywhere(username, 5);
    assert.equal((await app.logIn(username, PASSWORD, { address: '2001:db8:1:2::b' })).status, 200);
    assert.equal(
      (await app.logIn(username, PASSWORD, { address: '2001:db8:1:3::b' })).status,
      200,
      'after a success',
    );
  });
});

it('of the networks of an account the newest are known', async () => {
  const { id, username } = await app.person();
  for (let count = 0; count < 55; count += 1)
    await app.logIn(username, PASSWORD, { address: `203.0.114.${count}` });
  await guessFromEverywhere(username, 5);
  assert.equal((await app.logIn(username, PASSWORD, { address: '203.0.114.0' })).status, 429);
  assert.equal((await app.logIn(username, PASSWORD, { address: '203.0.114.54' })).status, 200);
  assert.equal((await app.root.delete(`/cms/admin/user/${id}`)).status, 200);
});
