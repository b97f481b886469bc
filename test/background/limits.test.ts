// No engine changes its result: places are counted in the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { limitConcurrency, perKeyLimit } from '../../server/background/limits.ts';
import { AppError } from '../../server/errors.ts';

const isTooMany = (error: unknown) => error instanceof AppError && error.status === 429;

test('one key cannot take the places of all, and a place is given back once', () => {
  const limit = perKeyLimit({ each: 2, inAll: 3 });
  const refused = (key: string) => assert.throws(() => limit.enter(key), isTooMany);
  const leave = limit.enter('ann');
  limit.enter('ann');
  refused('ann');
  limit.enter('bob');
  refused('eve');
  leave();
  leave();
  limit.enter('eve');
  refused('bob');
});

test('work gives its place back, whether it succeeds or fails', async () => {
  const limit = perKeyLimit({ each: 1 });
  assert.equal(await limit.run('ann', async () => 1), 1);
  await assert.rejects(
    limit.run('ann', () => Promise.reject(new Error('no'))),
    /no/,
  );
  const running = limit.run('ann', () => setImmediate(2));
  await assert.rejects(
    limit.run('ann', async () => 3),
    isTooMany,
  );
  assert.equal(await running, 2);
});

test('work waits in the order of its arrival, and too much of it is refused', async () => {
  const limit = limitConcurrency({ waiting: 2, atOnce: 1 });
  const order: number[] = [];
  const work = (number: number) => limit(async () => void order.push(await setImmediate(number)));
  const all = [work(1), work(2), work(3)];
  await assert.rejects(work(4), isTooMany);
  await Promise.all(all);
  assert.deepEqual(order, [1, 2, 3]);
  await work(5);
  assert.deepEqual(order, [1, 2, 3, 5]);
});
