// No engine changes its result: budgets are counted in the process.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { anonymous } from '../../server/access/actor.ts';
import { trialBounds } from '../../server/access/guarded/trial-bounds.ts';
import { Budget } from '../../server/background/budget.ts';
import { AppError } from '../../server/errors.ts';

test('a budget is spent by each caller alone, and comes back evenly', () => {
  const budget = new Budget({ most: 100, everyMs: 60_000 });
  const isLeft = (caller: string, now: number) => {
    try {
      budget.requireLeft(caller, now);
      return true;
    } catch (error) {
      assert.ok(error instanceof AppError && error.status === 429);
      return Number(error.headers['retry-after']);
    }
  };
  assert.equal(isLeft('ann', 0), true);
  budget.spend('ann', 99, 0);
  assert.equal(isLeft('ann', 0), true);
  budget.spend('ann', 51, 0);
  assert.equal(isLeft('bob', 0), true);
  assert.equal(isLeft('ann', 0), 31);
  assert.equal(isLeft('ann', 31_000), true);
  budget.spend('bob', 1, 31_000);
  budget.spend('ann', 10, 200_000);
  assert.equal(isLeft('ann', 200_000), true);
  budget.spend('ann', 90, 200_000);
  assert.equal(isLeft('ann', 200_000), 1);
});

test('previews of a caller are counted by their records, unless the caller is trusted', async () => {
  mock.timers.enable({ apis: ['Date'] }); // what is spent comes back as time goes on
  const bounds = trialBounds();
  const as = (id: bigint) => ({ actor: { ...anonymous, id } });
  const tried = (id: bigint, records: number, trusted = false) =>
    bounds.preview(as(id), trusted, () => Promise.resolve(Array<number>(records).fill(1)));
  await tried(1n, 3000);
  await assert.rejects(tried(1n, 1), { key: 'tooManyRequests' });
  assert.equal((await tried(1n, 1, true)).length, 1);
  assert.equal((await tried(2n, 1)).length, 1);
  assert.equal(await bounds.run(as(1n), () => Promise.resolve('done')), 'done');
  mock.timers.reset();
});
