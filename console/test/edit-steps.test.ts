import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EditSteps } from '../src/edits/edit-steps.ts';
import { type Entry, openEntries } from '../src/form/entries.ts';
import type { FieldValue } from '../src/form/field-values.ts';

const FIELDS = [
  { name: 'title', kind: 'text', allows_null: false },
  { name: 'cover', kind: 'file', allows_null: true },
];

function opened() {
  const steps = new EditSteps<Entry>();
  const [title, cover] = openEntries(FIELDS, { title: 'a', cover: '' });
  assert.ok(title && cover);
  const set = (entry: Entry, value: FieldValue, time: number) => {
    steps.note(entry, value, time);
    entry.value.value = value;
  };
  return { steps, title, cover, set };
}

describe('the steps of an edit', () => {
  it('are undone and redone in order, across fields', () => {
    const { steps, title, cover, set } = opened();
    set(title, 'b', 0);
    set(cover, '7', 2000);
    set(title, 'c', 4000);
    assert.deepEqual([steps.undo(), title.value.value, cover.value.value], [title, 'b', '7']);
    assert.deepEqual([steps.undo(), title.value.value, cover.value.value], [cover, 'b', '']);
    assert.deepEqual([steps.redo(), cover.value.value], [cover, '7']);
    assert.deepEqual([steps.canUndo.value, steps.canRedo.value], [true, true]);
    assert.deepEqual([steps.undo(), steps.undo(), steps.undo()], [cover, title, undefined]);
    assert.deepEqual([title.value.value, steps.canUndo.value], ['a', false]);
  });

  it('end where something else is typed, or the form begins anew', () => {
    const { steps, title, set } = opened();
    set(title, 'b', 0);
    steps.undo();
    set(title, 'c', 2000);
    assert.equal(steps.redo(), undefined);
    steps.clear();
    assert.equal(steps.undo(), undefined);
    assert.equal(title.value.value, 'c');
  });

  it('hold what is typed without a pause, and a file with its upload', () => {
    const { steps, title, cover, set } = opened();
    for (const [at, text] of ['ab', 'abc', 'abcd'].entries()) set(title, text, at * 100);
    set(cover, `local:${'0'.repeat(32)}`, 5000);
    set(cover, '9', 60_000);
    assert.deepEqual([steps.undo(), cover.value.value], [cover, '']);
    assert.deepEqual([steps.undo(), title.value.value], [title, 'a']);
    steps.redo();
    set(title, 'abcde', 60_001);
    assert.deepEqual([steps.undo(), title.value.value], [title, 'abcd']);
  });
});
