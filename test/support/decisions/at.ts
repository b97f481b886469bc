import assert from 'node:assert/strict';

/** The entry at a random place of a list. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  assert.ok(found !== undefined);
  return found;
}
