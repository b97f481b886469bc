// No engine changes its result: outcomes of batches are written and read without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  readOutcome,
  readUndone,
  type UndoOutcome,
  writeOutcome,
  writeUndone,
} from '../../server/features/transfer/outcome.ts';
import { type BatchOutcome, emptyOutcome, TAKEN } from '../../server/records/sent-records/batch-outcome.ts';

describe('the outcome of a batch', () => {
  const far = 2n ** 60n;
  for (const [what, pairs, runs] of [
    ['no record', [], []],
    ['one record', [[1, 7n]], [[1, 7, 1]]],
    [
      'records that rise together',
      [
        [1, 7n],
        [2, 8n],
        [3, 9n],
      ],
      [[1, 7, 3]],
    ],
    [
      'records of which one line is missing',
      [
        [1, 7n],
        [3, 8n],
        [4, 9n],
      ],
      [
        [1, 7, 1],
        [3, 8, 2],
      ],
    ],
    [
      'records of which one id is missing',
      [
        [1, 7n],
        [2, 9n],
        [3, 10n],
      ],
      [
        [1, 7, 1],
        [2, 9, 2],
      ],
    ],
    [
      'records with one id',
      [
        [1, 7n],
        [2, 7n],
      ],
      [
        [1, 7, 1],
        [2, 7, 1],
      ],
    ],
    [
      'records that fall',
      [
        [2, 8n],
        [1, 7n],
      ],
      [
        [2, 8, 1],
        [1, 7, 1],
      ],
    ],
  ] as const)
    it(`is kept as runs: ${what}`, () => {
      for (const key of TAKEN) {
        const outcome = { ...emptyOutcome(), [key]: pairs } as BatchOutcome;
        const text = writeOutcome(outcome);
        assert.deepEqual(JSON.parse(text)[key], runs);
        assert.deepEqual(readOutcome(text), outcome);
      }
    });

  it('keeps large ids, and refused records with their ids or without', () => {
    const outcome = {
      ...emptyOutcome(),
      updated: [[5, far]],
      refused: [
        [2, { title: { key: 'required' } }],
        [3, { title: { key: 'required' } }, far],
      ],
    } as unknown as BatchOutcome;
    assert.deepEqual(readOutcome(writeOutcome(outcome)), outcome);
  });

  it('is read where an earlier version named fewer kinds', () => {
    assert.deepEqual(readOutcome('{"created":[[1,7,2]],"refused":[]}'), {
      ...emptyOutcome(),
      created: [
        [1, 7n],
        [2, 8n],
      ],
    });
  });

  for (const [what, undone] of [
    ['nothing', { removed: 0, restored: 0, kept: [] }],
    ['all', { removed: 2, restored: 1, kept: [], before: far }],
    [
      'all but two records',
      {
        removed: 0,
        restored: 3,
        kept: [
          [7n, { key: 'a' }],
          [far, { key: 'b' }, 'film'],
        ],
        before: 3n,
      },
    ],
  ] as const)
    it(`is kept where ${what} was undone`, () =>
      assert.deepEqual(readUndone(writeUndone(undone as unknown as UndoOutcome)), undone));
});
