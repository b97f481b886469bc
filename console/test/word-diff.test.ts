import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { diffWords } from '../src/form/word-diff.ts';

const SIGNS = { same: '=', removed: '-', added: '+' };

describe('a difference by word', () => {
  for (const [what, before, after, pieces] of [
    ['one word', 'The quick fox', 'The slow fox', ['=The ', '-quick', '+slow', '= fox']],
    ['a phrase as a whole', 'Typed without me', 'Written by you', ['-Typed without me', '+Written by you']],
    ['what is added alone', 'A fox', 'A quick brown fox', ['=A ', '+quick brown ', '=fox']],
    ['nothing', 'A fox', 'A fox', ['=A fox']],
  ] as const)
    it(`shows ${what}`, () => {
      const found = diffWords(before, after).map(({ kind, text }) => SIGNS[kind] + text);
      assert.deepEqual(found, pieces);
    });

  it('loses no letter of either side', () => {
    const [before, after] = ['水上之光 and  the old\nsea', '水下之光, or a new\n sea'];
    const pieces = diffWords(before, after);
    const without = (kind: string) => pieces.filter((one) => one.kind !== kind).map(({ text }) => text);
    assert.deepEqual([without('added').join(''), without('removed').join('')], [before, after]);
  });
});
