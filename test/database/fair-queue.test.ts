// No engine changes its result: callers wait in the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from '../../server/database/fair-queue.ts';
import { AppError } from '../../server/errors.ts';

const hasKey = (key: string) => (error: unknown) => error instanceof AppError && error.key === key;

const turn = () => new Promise(setImmediate);

/** Work that ends on demand, and the order in which it began. */
function recorder(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const add = (caller: string, name: string, signal?: AbortSignal) =>
    queue.run({ caller, signal }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const endOne = async () => {
    await turn();
    ends.shift()?.();
    await turn();
  };
  return { begun, add, endOne };
}

test('callers take turns, however much each of them asks for', async () => {
  const { begun, add, endOne } = recorder(new FairQueue(1));
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1'), add('c', 'c1')];
  for (const _ of all) await endOne();
  await Promise.all(all);
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('of several places, one caller gets all but one', async () => {
  const { begun, add, endOne } = recorder(new FairQueue(3));
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1')];
  await turn();
  assert.deepEqual(begun, ['a1', 'a2', 'b1']);
  for (const _ of all) await endOne();
  await Promise.all(all);
});

test('what waits for a client that has gone is never begun', async () => {
  const { begun, add, endOne } = recorder(new FairQueue(1));
  const leaving = new AbortController();
  const all = [add('a', 'a1'), add('a', 'a2', leaving.signal), add('a', 'a3')];
  leaving.abort(new Error('gone'));
  await assert.rejects(all[1] as Promise<void>, /gone/);
  await assert.rejects(add('a', 'a4', leaving.signal), /gone/);
  await endOne();
  await endOne();
  await Promise.all([all[0], all[2]]);
  assert.deepEqual(begun, ['a1', 'a3']);
});

test('work that fails gives its place back', async () => {
  const queue = new FairQueue(1);
  const fails = queue.run({ caller: 'a' }, async () => {
    throw new Error('broken');
  });
  const next = queue.run({ caller: 'a' }, async () => 'done');
  await assert.rejects(fails, /broken/);
  assert.equal(await next, 'done');
});

test('one caller may have 20 under way, all callers 100', async () => {
  const { add, endOne } = recorder(new FairQueue(1));
  const callers = ['a', 'b', 'c', 'd', 'e'];
  const all = callers.flatMap((caller) => Array.from({ length: 20 }, (_, n) => add(caller, `${n}`)));
  await assert.rejects(add('a', 'more'), hasKey('tooManyRequests'));
  await assert.rejects(add('f', 'more'), hasKey('unavailable'));
  for (const _ of all) await endOne();
  await Promise.all(all);
});

test('what goes on with an answer that has begun is not refused, and waits its turn', async () => {
  const queue = new FairQueue(1, { each: 2, inAll: 3 });
  const { begun, add, endOne } = recorder(queue);
  const all = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1')];
  await assert.rejects(add('a', 'more'), hasKey('tooManyRequests'));
  await assert.rejects(add('b', 'more'), hasKey('unavailable'));
  const rest = queue.run({ caller: 'a', hasBegun: true }, async () => begun.push('rest of a'));
  for (const _ of all) await endOne();
  await Promise.all([...all, rest]);
  assert.deepEqual(begun, ['a1', 'b1', 'a2', 'rest of a']);
});
