import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hasWords } from '../src/parts/menu-search.ts';

it('a menu finds labels with all of the words, in any order and case', () => {
  for (const words of ['', 'cat', 'ITLE categ', ' title '])
    assert.ok(hasWords('Category → Title', words), words);
  for (const words of ['dog', 'cat dog']) assert.ok(!hasWords('Category → Title', words), words);
});
