import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withKeys } from '../src/fields/nested/elements.ts';
import { cellsOf, withCells } from '../src/fields/nested/pasted-table.ts';
import { fieldOf } from './collections.ts';

describe('the elements of a list', () => {
  const known = ['a', 'b', 'c'].map((value, key) => ({ key, value }));
  const keysOf = (...values: string[]) => withKeys(known, values, () => 9).map(({ key }) => key);

  it('keep their keys where others come, go or change elsewhere', () => {
    assert.deepEqual(keysOf('a', 'x', 'c'), [0, 1, 2]);
    assert.deepEqual(keysOf('a', 'c'), [0, 2]);
    assert.deepEqual(keysOf('b', 'c'), [1, 2]);
    assert.deepEqual(keysOf('a', 'b', 'new', 'c'), [0, 1, 9, 2]);
    assert.deepEqual(keysOf(), []);
  });
});

describe('cells of a spreadsheet', () => {
  const members = [
    fieldOf('day', 'choice', { choices: [{ value: 'mon', label: 'Monday' }] }),
    fieldOf('seats', 'integer'),
    fieldOf('guided', 'boolean'),
  ];

  it('are lines and columns; one cell alone is plain text', () => {
    assert.deepEqual(cellsOf('a\tb\r\n c \t\r\n'), [
      ['a', 'b'],
      ['c', ''],
    ]);
    assert.equal(cellsOf('one text'), undefined);
    assert.equal(cellsOf('one text\n'), undefined);
  });

  it('become values of their columns, and stay as they are if they are none', () => {
    const from = (column: number, cells: string[]) => withCells({ seats: 1 }, members, column, cells);
    assert.deepEqual(from(0, ['Monday', '12', 'yes', 'beyond']), { day: 'mon', seats: 12, guided: true });
    assert.deepEqual(from(1, ['many', '否']), { seats: 'many', guided: false });
    assert.deepEqual(from(0, ['someday']), { day: 'someday', seats: 1 });
  });
});
