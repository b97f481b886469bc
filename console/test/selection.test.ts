import './page.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ListedRecord } from '../src/api/records/record-list.ts';
import { collectionOf, fieldOf } from './collections.ts';

const { useSelection } = await import('../src/pages/list/bulk/selection.ts');

const film = collectionOf([fieldOf('title')], {
  actions: { read: true, update: true, delete: true } as never,
});
const record = (id: number, can?: object) => ({ id: String(id), values: {}, can }) as unknown as ListedRecord;
const records = Array.from({ length: 8 }, (_, index) => record(index + 1));
const [one, two] = records as [ListedRecord, ListedRecord];
const selectionOf = (list = {}) => useSelection(film, () => list);
const ids = ({ picked }: ReturnType<typeof useSelection>) => [...picked.keys()].map(Number).sort();

describe('the selected records of a list', () => {
  it('are picked and left out one by one', () => {
    const selection = selectionOf();
    selection.toggle(one);
    selection.toggle(two);
    assert.deepEqual([ids(selection), selection.count.value], [[1, 2], 2]);
    selection.toggle(one);
    assert.deepEqual([selection.has('1'), selection.has('2'), ids(selection)], [false, true, [2]]);
  });

  for (const [what, from, to, expected] of [
    ['downwards', 1, 4, [2, 3, 4, 5]],
    ['upwards', 6, 4, [5, 6, 7]],
    ['to itself', 3, 3, []],
  ] as const)
    it(`are a range ${what}, from the one that was toggled before`, () => {
      const selection = selectionOf();
      selection.toggle(records[from] as ListedRecord);
      selection.toggleRange(records, to);
      assert.deepEqual(ids(selection), expected);
    });

  it('are taken back as a range as well, and begin with one where none was toggled before', () => {
    const selection = selectionOf();
    selection.toggleRange(records, 2);
    assert.deepEqual(ids(selection), [3]);
    selection.toggleRecords(records);
    selection.toggle(records[5] as ListedRecord);
    selection.toggleRange(records, 7);
    assert.deepEqual(ids(selection), [1, 2, 3, 4, 5]);
  });

  it('are all of a page, or none if all of it are', () => {
    const selection = selectionOf();
    assert.equal(selection.hasRecords([]), false);
    selection.pick(records.slice(0, 3));
    assert.deepEqual(
      [selection.hasRecords(records), selection.hasRecords(records.slice(0, 3))],
      [false, true],
    );
    selection.toggleRecords(records);
    assert.equal(selection.hasRecords(records), true);
    selection.toggleRecords(records);
    assert.equal(selection.count.value, 0);
  });
});

describe('a whole selection', () => {
  it('has at most 500 records', () => {
    const selection = selectionOf();
    selection.pick(Array.from({ length: 499 }, (_, index) => record(index)));
    assert.equal(selection.count.value, 499);
    selection.pick([record(1000), record(1001)]);
    assert.deepEqual(
      [selection.count.value, selection.has('1000'), selection.has('1001')],
      [500, true, false],
    );
  });

  it('is all that the list finds, by its filter, until one is meant', () => {
    const list = { q: 'x', filter: { title: { eq: 'y' } } };
    const selection = selectionOf(list);
    selection.toggle(one);
    assert.deepEqual(selection.meant.value, { filter: { or: [{ id: { in: '1' } }] } });
    selection.all.value = 40;
    assert.deepEqual([selection.count.value, selection.has('9'), selection.meant.value], [40, true, list]);
    selection.pick([two]);
    assert.equal(selection.count.value, 40);
    selection.toggle(two);
    assert.equal(selection.count.value, 2);
    selection.clear();
    assert.equal(selection.count.value, 0);
  });

  it('may be changed and deleted where each of its records may', () => {
    const selection = selectionOf();
    selection.pick([record(1), record(2, { update: true, delete: false })]);
    assert.deepEqual([selection.mayUpdate.value, selection.mayDelete.value], [true, false]);
    selection.toggle(record(2));
    assert.equal(selection.mayDelete.value, true);
    const readOnly = useSelection(collectionOf([]), () => ({}));
    assert.deepEqual([readOnly.mayUpdate.value, readOnly.mayDelete.value], [true, false]);
  });
});
