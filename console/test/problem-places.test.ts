import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placesWithin } from '../src/fields/nested/problem-places.ts';

describe('the elements of a list with problems', () => {
  const paths = [
    'parts',
    'parts.60.words',
    'parts.60.size',
    'parts.7',
    'parts.1.inner.3.size',
    'others.2',
    'partsof.4',
  ];
  for (const [list, places] of [
    ['parts', [60, 7, 1]],
    ['parts.1.inner', [3]],
    ['part', []],
  ] as const)
    it(`of ${list} are ${places.join(', ') || 'none'}`, () =>
      assert.deepEqual([...placesWithin(list, paths)], places));
});
