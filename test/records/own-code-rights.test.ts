import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../server/errors.ts';
import type { Rights } from '../../server/records/rights.ts';
import { RecordsScope } from '../../server/records/scope/collections-scope.ts';
import { act } from './library.ts';
import { openOwnCode } from './own-code-library.ts';

const { placeOf, ids, titles } = await openOwnCode();

describe("own code that keeps to the caller's rights", () => {
  const rights: Rights = {
    records: (_, use) => (use === 'read' ? { title: { in: ['a', 'c'] } } : 'none'),
    known: () => 'none',
    shows: ({ fields }, field) => Object.hasOwn(fields, field) && field !== 'price',
    shownIn: ({ fields }, field) => (Object.hasOwn(fields, field) && field !== 'price' ? 'all' : 'none'),
    changes: () => true,
    changedIn: () => 'all',
    me: () => undefined,
  };
  const bound = new RecordsScope(placeOf(act(3000), () => rights)).records;
  it('reads the records that the caller may read, without hidden fields', async () => {
    assert.equal(titles(await bound.where('book', {}, { sort: 'title' })), 'ac');
    assert.deepEqual([await bound.count('book'), await bound.exists('book', { title: 'b' })], [2, false]);
    assert.equal(await bound.find('book', ids[2] ?? 0n), undefined);
    const record = await bound.find('book', ids[0] ?? 0n);
    assert.deepEqual(Object.keys(record ?? {}), [
      'id',
      'title',
      'summary',
      'author_id',
      'create_time',
      'update_time',
    ]);
    assert.deepEqual((await bound.page('book', { sort: 'title', size: 1 })).records.map(Object.keys), [
      Object.keys(record ?? {}),
    ]);
  });
  for (const [what, work] of [
    ['compare', () => bound.count('book', { price: '3.50' })],
    ['add up', () => bound.sum('book', 'price')],
    ['sort by', () => bound.page('book', { sort: 'price' })],
    ['group by', () => bound.group('book', 'price')],
  ] as const)
    it(`cannot ${what} a hidden field`, () =>
      assert.rejects(work(), (error: AppError) => error.key === 'badParameters'));
  it('writes nothing that the caller may not write', async () => {
    for (const work of [
      () => bound.create('book', { title: 'x' }),
      () => bound.update('book', ids[0] ?? 0n, { title: 'x' }),
      () => bound.remove('book', ids[0] ?? 0n),
    ])
      await assert.rejects(work(), (error) => error instanceof AppError && error.key === 'permissionMissing');
  });
});
