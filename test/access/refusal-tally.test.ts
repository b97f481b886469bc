// No engine changes its result: refusals are counted in the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RefusalTally } from '../../server/access/bookkeeping/refusal-tally.ts';

const countOf = (message: string) => Number(/另有 (\d+) 次/.exec(message)?.[1]);
const line = (message: string) => ({ message });

test('every refusal has a line of its own or is counted in one, whatever comes in which order', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(400), { maxLength: 1000 }), { maxLength: 5 }), (windows) => {
      const tally = new RefusalTally();
      for (const kinds of windows) {
        const own = kinds.filter((kind) => tally.admits(`kind ${kind}`, line(`kind ${kind}`)));
        const counted = tally.nextWindow().map(({ message }) => countOf(message));
        assert.equal(own.length + counted.reduce((sum, more) => sum + more, 0), kinds.length);
      }
      assert.deepEqual(tally.nextWindow(), []);
    }),
    { numRuns: 30 },
  );
});

test('a refusal whose line could not be written is counted in the next window', () => {
  const tally = new RefusalTally();
  assert.ok(tally.admits('lost', line('lost')));
  tally.countLater('lost', line('lost'));
  tally.nextWindow();
  tally.countLater('lost', line('lost'));
  tally.countLater('lost', line('lost'));
  assert.deepEqual(
    tally.nextWindow().map(({ message }) => countOf(message)),
    [2],
  );
});

test('the first of its kind has a line of its own', () => {
  const tally = new RefusalTally();
  for (let turn = 0; turn < 5000; turn += 1) tally.admits('flood', line('flood'));
  assert.ok(tally.admits('other', line('other')));
});

test('a flood of ever new kinds leaves few lines, window after window', () => {
  const tally = new RefusalTally();
  let lines = 0;
  for (let window = 0; window < 100; window += 1) {
    for (let kind = 0; kind < 1000; kind += 1) lines += Number(tally.admits(`${window} ${kind}`, line('a')));
    lines += tally.nextWindow().length;
  }
  assert.ok(lines < 2000 + 100 * (60 + 201), `${lines} lines`);
});
