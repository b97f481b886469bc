import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fitOf, hasHan } from '../src/pages/palette/match.ts';

describe('what words find', () => {
  it('prefers the whole, then beginnings, then words, then middles', () => {
    const fits = ['Tag', 'Tags', 'Create: Tag', 'Postage', 'Article'].map((label) => fitOf(label, 'tag'));
    assert.deepEqual(fits, [5, 4, 3, 2, 0]);
  });

  it('needs every word', () => {
    assert.ok(fitOf('Create: Article', 'art cre') > 0);
    assert.equal(fitOf('Create: Article', 'art tag'), 0);
  });

  it('asks for a reading where the letters do not stand there', () => {
    const initials = (text: string, words: string) => text === '新建：文章' && words === 'wz';
    assert.equal(fitOf('新建：文章', 'wz'), 0);
    assert.equal(fitOf('新建：文章', 'wz', initials), 1);
    assert.ok(fitOf('新建：文章', '文章', initials) > 1);
    assert.deepEqual([hasHan('文章'), hasHan('Article')], [true, false]);
  });
});
