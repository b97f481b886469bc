import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped } from '../src/form/grouped.ts';

const cases: readonly (readonly [items: string, groups: string])[] = [
  ['', ''],
  ['a1', 'a1'],
  ['a1 a2', 'a1,a2'],
  ['a1 b1 a2', 'a1,a2 b1'],
  ['-1 a1 -2 a2', '-1 a1,a2 -2'],
];

for (const [items, groups] of cases)
  test(`${items || 'nothing'} becomes ${groups || 'nothing'}`, () => {
    const key = (item: string) => (item.startsWith('-') ? undefined : item.charAt(0));
    const found = grouped(items.split(' ').filter(Boolean), key);
    assert.equal(found.map((group) => group.join()).join(' '), groups);
  });
