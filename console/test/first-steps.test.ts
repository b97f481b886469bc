import assert from 'node:assert/strict';
import { it } from 'node:test';
import { firstSteps, isFresh } from '../src/pages/home/first-steps.ts';

for (const [found, open, fresh] of [
  [{ collections: 0, records: 0, others: 0, usedKeys: 0 }, ['collection', 'record', 'user', 'call'], true],
  [{ collections: 2, records: 0, others: 0, usedKeys: 0 }, ['record', 'user', 'call'], true],
  [{ collections: 2, records: 5, others: 0, usedKeys: 1 }, ['user'], true],
  [{ collections: 2, records: 5, others: 2, usedKeys: 0 }, ['call'], false],
] as const)
  it(`${JSON.stringify(found)} leaves ${open}`, () => {
    const left = firstSteps(found).flatMap(({ name, isDone }) => (isDone ? [] : [name]));
    assert.deepEqual([left, isFresh(found)], [open, fresh]);
  });
