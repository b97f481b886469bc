// No engine changes its result: messages are counted in the process.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it, mock } from 'node:test';
import { Postponed } from '../../server/background/job-kind.ts';
import { Shares } from '../../server/features/webhooks/shares.ts';

before(() => mock.timers.enable({ apis: ['Date'] }));
after(() => mock.timers.reset()); // other files run in this process

let shares = new Shares();
beforeEach(() => {
  shares = new Shares();
});

/** Begins to send a message of a webhook; `until` is when it may try again, if it has to wait. */
function send(webhook: number, owner: number) {
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasBegun = false;
  const sent = shares.take({ id: BigInt(webhook), create_user_id: BigInt(owner) }, () => {
    hasBegun = true;
    return promise;
  });
  const until = sent.then(
    () => undefined,
    (cause: unknown) => (cause instanceof Postponed ? cause.until : assert.fail(String(cause))),
  );
  const answer = () => {
    resolve();
    return sent;
  };
  return { hasBegun, until, answer };
}

/** The number of messages, of `count` sent, that begin at once. */
const begun = (count: number, of: (index: number) => readonly [webhook: number, owner: number]) =>
  Array.from({ length: count }, (_, index) => send(...of(index))).filter(({ hasBegun }) => hasBegun).length;

/** Lets the receivers of webhooks answer one message each after this long. */
async function answered(ms: number, ...hooks: readonly (readonly [webhook: number, owner: number])[]) {
  for (const [webhook, owner] of hooks) {
    const one = send(webhook, owner);
    assert.ok(one.hasBegun);
    mock.timers.tick(ms);
    await one.answer();
  }
}

describe('how many messages are sent at once', () => {
  it('of one webhook, by how long its receiver took the last time', async () => {
    assert.equal(
      begun(9, () => [1, 1]),
      2,
      'of one that is not known',
    );
    for (const [ms, times, most] of [
      [1000, 1, 4],
      [1000, 2, 8],
      [1000, 3, 8],
      [1001, 1, 2],
      [5000, 1, 2],
      [5001, 1, 1],
    ] as const) {
      shares = new Shares();
      for (let time = 0; time < times; time += 1) await answered(ms, [1, 1]);
      assert.equal(
        begun(9, () => [1, 1]),
        most,
        `${times} answers after ${ms} ms`,
      );
    }
  });

  it('of one owner and in all, to receivers that are not known', () => {
    assert.equal(
      begun(9, (index) => [index, 1]),
      3,
    );
    assert.equal(
      begun(9, (index) => [10 + index, 2 + index]),
      5,
      'beside the three of the first owner',
    );
  });

  it('of one owner and in all, to slow receivers', async () => {
    const hooks = Array.from({ length: 9 }, (_, index) => [index, index < 3 ? 1 : index] as const);
    await answered(5001, ...hooks);
    assert.equal(
      begun(3, (index) => [index, 1]),
      2,
    );
    assert.equal(
      begun(6, (index) => [3 + index, 3 + index]),
      2,
      'beside the two of the first owner',
    );
    assert.equal(
      begun(5, (index) => [20 + index, 20 + index]),
      4,
      'others that are not known go beside them',
    );
  });

  it('of one owner and in all, to quick receivers', async () => {
    const hooks = Array.from({ length: 6 }, (_, index) => [index, index >> 1] as const);
    await answered(0, ...hooks, ...hooks);
    assert.equal(
      begun(16, (index) => [index % 2, 0]),
      8,
    );
    assert.equal(
      begun(16, (index) => [2 + (index % 2), 1]),
      8,
    );
    assert.equal(
      begun(16, (index) => [4 + (index % 2), 2]),
      0,
      'half of the places are of two owners each',
    );
  });

  it('beside quick receivers that hang, and hold up nobody but themselves', async () => {
    const hooks = Array.from({ length: 4 }, (_, index) => [index, index >> 1] as const);
    await answered(0, ...hooks, ...hooks, [4, 2]);
    assert.equal(
      begun(8, () => [0, 0]),
      8,
    );
    assert.equal(
      begun(1, () => [1, 0]),
      0,
    );
    mock.timers.tick(1000);
    assert.equal(
      begun(1, () => [1, 0]),
      0,
      'they are not late yet',
    );
    mock.timers.tick(1);
    assert.equal(
      begun(1, () => [0, 0]),
      0,
    );
    assert.equal(
      begun(9, () => [1, 0]),
      8,
    );
    assert.equal(
      begun(9, () => [2, 1]),
      8,
    );
    mock.timers.tick(1001);
    assert.equal(
      begun(1, () => [4, 2]),
      0,
      'no more than eight of them have places of their own',
    );
  });
});

it('a message waits as long as the one before it already takes, or twice that, within bounds', async () => {
  for (const [ms, pause] of [
    [0, 250],
    [250, 250],
    [251, 251],
    [15_000, 15_000],
    [40_000, 15_000],
  ] as const) {
    shares = new Shares();
    begun(1, () => [1, 1]);
    mock.timers.tick(ms);
    begun(1, () => [1, 1]);
    const late = send(1, 1);
    assert.ok(!late.hasBegun);
    const wait = Number(await late.until) - Date.now();
    assert.ok(wait >= pause && wait <= 2 * pause, `${wait} ms after ${ms} ms`);
  }
});
