import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApp } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import { mayReorder, placeOf } from '../src/form/order-by-hand.ts';
import { isByHand, sortByHand } from '../src/pages/list/arrange/by-hand.ts';
import { placed } from '../src/pages/list/arrange/destination.ts';
import { nextSort, reversedSort, useListState, wholeSort } from '../src/pages/list/list-state.ts';
import { collectionOf, fieldOf } from './collections.ts';

describe('sorts', () => {
  for (const [sort, whole, reversed] of [
    ['title', 'title,id', '-title'],
    ['-title', '-title,-id', 'title'],
    ['-title,year', '-title,year,-id', 'title,-year'],
    ['title,-id', 'title,-id', '-title,id'],
    ['id', 'id', '-id'],
  ] as const)
    it(`${sort} is in full ${whole}, and reversed ${reversed}`, () => {
      assert.deepEqual([wholeSort(sort), reversedSort(sort)], [whole, reversed]);
    });

  for (const [sort, field, adds, next] of [
    ['-id', 'title', false, 'title'],
    ['title', 'title', false, '-title'],
    ['-title', 'title', false, '-id'],
    ['year,title', 'title', false, '-title'],
    ['year', 'title', true, 'year,title'],
    ['year,title', 'year', true, '-year,title'],
    ['year,-title', 'title', true, 'year'],
    ['-title', 'title', true, '-id'],
    ['subtitle', 'title', true, 'subtitle,title'],
  ] as const)
    it(`${sort} after a click on ${field}${adds ? ' that adds' : ''} is ${next}`, () => {
      assert.equal(nextSort(sort, field, adds, '-id'), next);
    });
});

const collection = collectionOf([]);
async function at(path: string) {
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [{ path: '/list', component: {} }],
  });
  await router.push(path);
  return {
    router,
    ...createApp({})
      .use(router)
      .runWithContext(() => useListState(collection)),
  };
}
const filter = '{"and":[["year","eq","1"]]}';
const texts = {
  at: '7',
  from: 'm',
  view: '3',
  bulk: '4',
  version: 'published',
  as: 'tree',
  by: 'state',
  month: '2026-05',
  locale: 'de',
  missing: 'en',
};
const full = `/list?${new URLSearchParams({ q: 'a', sort: 'title', filter, columns: 'title,year', ...texts })}`;

describe('the state of a list in the address', () => {
  it('is read from it', async () => {
    const { state } = await at(full);
    assert.deepEqual(state.value, {
      ...{ q: 'a', sort: 'title', columns: ['title', 'year'], ...texts },
      filter: { all: true, parts: [{ field: 'year', operator: 'eq', value: '1' }] },
    });
    const none = Object.fromEntries(Object.keys(texts).map((name) => [name, undefined]));
    const plain = { q: '', sort: '-id', filter: undefined, columns: undefined, ...none };
    assert.deepEqual((await at('/list')).state.value, plain);
    assert.deepEqual((await at('/list?q=&sort=&columns=&at=&view=1&view=2&filter={')).state.value, plain);
  });

  for (const [changed, gone] of [
    [{ q: 'b' }, ['at', 'from']],
    [{ sort: 'year' }, ['at', 'from']],
    [{ filter: undefined }, ['at', 'from', 'filter']],
    [{ locale: undefined }, ['at', 'from', 'locale']],
    [{ missing: 'fr' }, ['at', 'from']],
    [{ sort: '-id' }, ['at', 'from', 'sort']],
    [{ columns: undefined }, ['columns']],
    [{ version: undefined, view: '5' }, ['version']],
    [{ at: '9' }, []],
  ] as const)
    it(`keeps the rest after ${JSON.stringify(changed)} but ${gone.join(', ') || 'nothing'}`, async () => {
      const { router, change } = await at(full);
      const before = router.currentRoute.value.query;
      await change(changed);
      const said = Object.entries({ ...before, ...changed }).filter(
        ([name]) => !gone.some((one) => one === name),
      );
      assert.deepEqual(router.currentRoute.value.query, Object.fromEntries(said));
    });

  it('becomes a new entry of the history, or replaces the last one', async () => {
    for (const [replace, back] of [
      [false, 'a'],
      [true, undefined],
    ] as const) {
      const { router, change } = await at('/list');
      await router.push(full);
      await change({ q: 'b' }, { replace });
      const gone = new Promise((resolve) => {
        router.afterEach(resolve);
      });
      router.back();
      await gone;
      assert.equal(router.currentRoute.value.query.q, back);
    }
  });
});

describe('the order by hand', () => {
  const list = fieldOf('list', 'reference', { sort_by: 'list.name' });
  const within = collectionOf([list, fieldOf('place')], { order: { field: 'place', within: 'list' } });
  const alone = collectionOf([fieldOf('place')], { order: { field: 'place' } });
  const apart = collectionOf([{ ...list, sortable: false }], { order: { field: 'place', within: 'list' } });
  const named = collectionOf([fieldOf('list')], { order: { field: 'place', within: 'list' } });
  const none = collectionOf([fieldOf('place')]);

  it('sorts the records of one list together', () => {
    assert.deepEqual([within, alone, apart, named, none].map(sortByHand), [
      'list.name,place',
      'place',
      'place',
      'list,place',
      '',
    ]);
  });

  for (const [collection, sort, isIt] of [
    [within, 'list.name,place', true],
    [within, 'list.name,place,-id', true],
    [within, 'place', true],
    [within, 'list.name', false],
    [within, '-place', false],
    [alone, 'place,id', true],
    [none, '', false],
  ] as const)
    it(`${sort || 'none'} is ${isIt ? '' : 'not '}the one of ${collection.order?.field ?? 'nothing'}`, () => {
      assert.equal(isByHand(collection, sort), isIt);
    });

  it('is changed by those who may change records themselves', () => {
    const changed = [
      alone,
      none,
      { ...alone, actions: { read: true } },
      { ...alone, reviewed: true },
      { ...alone, version: 'published' },
      { ...alone, version: 'draft' },
    ].map((one) => mayReorder(one as typeof alone));
    assert.deepEqual(changed, [true, false, false, false, false, true]);
  });

  const records = ['1', '2', '3', '4'].map((id) => ({ id }));
  const whole = { hasFirst: true, hasLast: true };
  for (const [id, to, ends, order] of [
    ['3', { to: 'first' }, whole, '3124'],
    ['3', { to: 'first' }, { ...whole, hasFirst: false }, '124'],
    ['2', { to: 'last' }, whole, '1342'],
    ['2', { to: 'last' }, { ...whole, hasLast: false }, '134'],
    ['4', { before: '2' }, whole, '1423'],
    ['1', { after: '2' }, whole, '2134'],
    ['1', { after: '4' }, whole, '2341'],
    ['4', { before: '1' }, whole, '4123'],
    ['1', { after: '9' }, whole, '234'],
  ] as const)
    it(`after ${id} moved to ${JSON.stringify(to)} is ${order}`, () => {
      assert.equal(
        placed(records, { id }, to, ends)
          .map((record) => record.id)
          .join(''),
        order,
      );
    });

  it('is put back beside the neighbour of before', () => {
    assert.deepEqual(
      ['1', '2', '4'].map((id) => placeOf(records, id)),
      [{ before: '2' }, { after: '1' }, { after: '3' }],
    );
    assert.equal(placeOf(records.slice(0, 1), '1'), undefined);
  });
});
