import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergeRecord } from '../src/form/record-merge.ts';

const fields = [
  { name: 'title', kind: 'text', allows_null: false },
  { name: 'price', kind: 'decimal', allows_null: true },
  { name: 'body', kind: 'rich-text', allows_null: true },
  { name: 'tags', kind: 'references', allows_null: true },
];
const base = { title: 'The quick brown fox', price: '1.00', body: '<p>a</p><p>b</p>', tags: ['1', '2', '3'] };

describe('two changes of one record', () => {
  it('of different fields come together by themselves', () => {
    const merge = mergeRecord(fields, {
      base,
      mine: { ...base, title: 'A fox' },
      theirs: { ...base, price: '2.00' },
    });
    assert.deepEqual(merge, {
      values: { ...base, title: 'A fox', price: '2.00' },
      taken: ['price'],
      conflicts: [],
    });
  });

  it('of one field to the same value are no conflict', () => {
    const merge = mergeRecord(fields, {
      base,
      mine: { ...base, price: '2' },
      theirs: { ...base, price: '2.00' },
    });
    assert.deepEqual(merge.conflicts, []);
  });

  for (const [what, mine, theirs, together] of [
    ['words', { title: 'The slow brown fox' }, { title: 'The quick brown hen' }, 'The slow brown hen'],
    ['the same word', { title: 'The slow brown fox' }, { title: 'The fast brown fox' }, undefined],
    ['the ends', { title: 'The quick brown fox!' }, { title: 'My quick brown fox' }, 'My quick brown fox!'],
    [
      'paragraphs',
      { body: '<p>A</p><p>b</p>' },
      { body: '<p>a</p><p>b</p><p>c</p>' },
      '<p>A</p><p>b</p><p>c</p>',
    ],
    [
      'ends of a list',
      { tags: ['0', '1', '2', '3'] },
      { tags: ['1', '2', '3', '4'] },
      ['0', '1', '2', '3', '4'],
    ],
    ['numbers', { price: '2.00' }, { price: '3.00' }, undefined],
  ] as const)
    it(`of ${what} in one field`, () => {
      const merge = mergeRecord(fields, { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } });
      assert.deepEqual(merge.conflicts[0]?.together, together);
    });

  it('leave my value in place until somebody has chosen', () => {
    const merge = mergeRecord(fields, {
      base,
      mine: { ...base, price: '2' },
      theirs: { ...base, price: '3' },
    });
    assert.equal(merge.values.price, '2');
    assert.deepEqual(merge.conflicts, [
      { name: 'price', base: '1.00', mine: '2', theirs: '3', together: undefined },
    ]);
  });
});
