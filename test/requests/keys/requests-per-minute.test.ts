// No engine changes its result: requests of a key are counted in memory.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshApp } from '../../support/fresh-app.ts';
import { keysOf } from '../../support/records/api-keys.ts';

const MOST = 3;
const bounded = await freshApp({ programRequestsPerMinute: MOST });
const free = await freshApp();
const [boundedKeys, freeKeys] = [keysOf(bounded), keysOf(free)];
const ME = '/api/cms/user/information';

const told = ({ headers }: { readonly headers: object }) => {
  const { 'ratelimit-policy': policy, ratelimit } = headers as Record<string, string | undefined>;
  const [, left, seconds] = /^"key";r=(\d+);t=(\d+)$/.exec(ratelimit ?? '') ?? [];
  return { policy, left: left && Number(left), seconds: Number(seconds) };
};

describe('a key with a bound on its requests in a minute', () => {
  it('is told on /api what is left, and beyond that refused until the next window', async () => {
    const program = await boundedKeys.program();
    for (let left = MOST - 1; left >= 0; left -= 1) {
      const answer = await program.get(ME);
      assert.equal(answer.status, 200);
      assert.deepEqual([told(answer).policy, told(answer).left], [`"key";q=${MOST};w=60`, left]);
    }
    for (const method of ['GET', 'DELETE']) {
      const refused = await bounded.request(method, method === 'GET' ? ME : '/api/v1/book/1', {
        token: program.key,
      });
      assert.deepEqual([refused.status, refused.body.type], [429, 'urn:quire:error:tooManyRequests']);
      const { policy, left, seconds } = told(refused);
      assert.deepEqual([policy, left], [`"key";q=${MOST};w=60`, 0]);
      assert.equal(refused.headers['retry-after'], String(seconds));
      assert.ok(seconds >= 1 && seconds <= 60, String(seconds));
    }
  });

  it('is refused on every base, and told in headers on /api alone', async () => {
    const program = await boundedKeys.program();
    const bases = ['', '/lin2', '/lin3'];
    const untold = { policy: undefined, left: undefined, seconds: Number.NaN };
    assert.equal(bases.length, MOST);
    for (const [isBeyond, all] of [
      [false, bases],
      [true, bases],
    ] as const)
      for (const base of all) {
        const answer = await program.get(`${base}/cms/user/information`);
        assert.equal(answer.status === 429, isBeyond, base);
        assert.equal(answer.headers['retry-after'] !== undefined, isBeyond, base);
        assert.deepEqual(told(answer), untold);
      }
    const last = await program.get(ME);
    assert.deepEqual([last.status, told(last).left], [429, 0]);
  });

  it('counts what is refused for other reasons, so that trying costs as much as succeeding', async () => {
    const program = await boundedKeys.program();
    for (let left = MOST - 1; left >= 0; left -= 1) {
      const answer = await program.get('/api/cms/admin/users');
      assert.deepEqual([answer.status, told(answer).left], [403, left]);
    }
    assert.equal((await program.get(ME)).status, 429);
  });

  it('takes nothing from another key of its user, nor from people', async () => {
    const { program, makeKey } = boundedKeys;
    const one = await program();
    const other = bounded.as((await makeKey(one.owner.id)).key);
    for (let count = 0; count <= MOST; count += 1) await one.get(ME);
    assert.equal((await one.get(ME)).status, 429);
    assert.deepEqual(told(await other.get(ME)).left, MOST - 1);
    for (let count = 0; count <= MOST; count += 1) {
      const answer = await bounded.root.get(ME);
      assert.deepEqual([answer.status, told(answer).policy], [200, undefined]);
    }
  });

  it('is not bounded where everyone is let in without being asked who they are', async () => {
    const program = await boundedKeys.program();
    for (let count = 0; count <= MOST; count += 1)
      assert.equal((await program.get('/health/live')).status, 200);
    assert.equal(told(await program.get(ME)).left, MOST - 1);
  });

  for (const [what, keys, bound] of [
    ['the bound', boundedKeys, MOST],
    ['null where there is none', freeKeys, null],
  ] as const)
    it(`shows ${what} in the list of keys`, async () => {
      const { owner } = await keys.program();
      const [key] = await keys.listed(owner.id);
      assert.equal(key?.requests_per_minute, bound);
    });
});

describe('a key of a server without a bound', () => {
  it('is told nothing of one', async () => {
    const program = await freeKeys.program();
    for (let count = 0; count <= MOST; count += 1) {
      const answer = await program.get(ME);
      assert.deepEqual([answer.status, told(answer).policy, told(answer).left], [200, undefined, undefined]);
    }
  });
});
