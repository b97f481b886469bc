// No engine changes its result: threads know no database.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BoundedThreads, OutOfBounds } from '../../server/shared/system/bounded-threads.ts';

/** Answers each task with the thread's number; or never, or with an error, or only when its memory is full. */
const thread = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', (task) => {
  if (task === 'block') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (task === 'fill') for (const all = []; ; ) all.push({ all: [all.length] });
  if (task === 'throw') throw Object.assign(new Error('broken'), { code: 'EBROKEN' });
  if (task === 'exit') process.exit();
  parentPort.postMessage(threadId);
});`;
const file = new URL(`data:text/javascript,${encodeURIComponent(thread)}`);

function threadsOf(deadlineMs: number) {
  const threads = new BoundedThreads<string, number>(file, undefined, {
    deadlineMs,
    heapMb: 8,
    idleMs: 60_000,
  });
  after(() => threads.end());
  return threads;
}

test('a thread is used again', async () => {
  const threads = threadsOf(60_000);
  const first = await threads.run('answer');
  assert.equal(await threads.run('answer'), first);
});

test('tasks at the same time have threads of their own', async () => {
  const threads = threadsOf(60_000);
  const [one, other] = await Promise.all([threads.run('answer'), threads.run('answer')]);
  assert.notEqual(one, other);
});

for (const [task, deadlineMs, error] of [
  ['block', 3_000, (cause: unknown) => cause instanceof OutOfBounds],
  ['fill', 60_000, (cause: unknown) => cause instanceof OutOfBounds],
  ['throw', 60_000, { message: 'broken', code: 'EBROKEN' }],
  ['exit', 60_000, { message: 'the thread ended' }],
] as const)
  test(`a thread that would ${task} is replaced`, async () => {
    const threads = threadsOf(deadlineMs);
    await assert.rejects(threads.run(task), error);
    assert.equal(typeof (await threads.run('answer')), 'number');
  });

test('the end ends threads at work, and takes no more', async () => {
  const threads = threadsOf(60_000);
  const atWork = assert.rejects(threads.run('block'));
  await threads.end();
  await atWork;
  await assert.rejects(threads.run('answer'), { message: 'the threads have ended' });
});
