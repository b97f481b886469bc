// No engine changes its result: the task waits in the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startPeriodicTask } from '../../server/background/periodic-task.ts';

test('runs follow each other, never overlap, and go on after an error', async () => {
  const failures: unknown[] = [];
  let [runs, atOnce, most] = [0, 0, 0];
  const task = startPeriodicTask({
    everyMs: 1,
    async run() {
      runs += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await wait(5);
      atOnce -= 1;
      if (runs === 1) throw new Error('first');
    },
    report: (cause) => failures.push(cause),
  });
  while (runs < 3) await wait(1);
  await task.stop();
  assert.deepEqual([most, atOnce, failures.map(String)], [1, 0, ['Error: first']]);
  const { length } = [...Array(runs)];
  await wait(20);
  assert.equal(runs, length);
});

test('stopping waits for the run that is under way, which hears of it', async () => {
  let state = 'idle';
  const task = startPeriodicTask({
    everyMs: 1,
    async run(signal) {
      state = 'running';
      while (!signal.aborted) await wait(1);
      state = 'ended';
    },
    report: (cause) => assert.fail(String(cause)),
  });
  while (state === 'idle') await wait(1);
  await task.stop();
  assert.equal(state, 'ended');
});
