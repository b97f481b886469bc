import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LibraryFile } from '../src/api/files/library.ts';
import { backOf, useFileEdit } from '../src/pages/files/one/file-edit.ts';

const fileOf = (id: string, more: object = {}) =>
  ({ id, name: `${id}.png`, ...more }) as unknown as LibraryFile;

const stored = fileOf('7', {
  name: 'a.png',
  alt: { zh: '图' },
  focus_x: 10,
  folder_id: '1',
  tags: ['3', '4'],
});
const open = (file = stored) => {
  let now = file;
  return {
    ...useFileEdit(() => now),
    take: (next: LibraryFile) => {
      now = next;
    },
  };
};

describe('the edited details of a file', () => {
  it('are no change at first', () => {
    for (const file of [stored, fileOf('8')]) {
      const { isDirty, changes } = open(file);
      assert.deepEqual([isDirty.value, changes.value], [false, {}]);
    }
  });

  it('are sent where they differ', () => {
    const edit = open();
    edit.name.value = '  b.png ';
    edit.alt.value = { zh: '图', en: 'Picture' };
    edit.focus.value = { x: 10, y: 20 };
    edit.folder.value = '2';
    edit.tags.value = ['4', '3'];
    assert.deepEqual(edit.changes.value, {
      ...{ name: 'b.png', alt: { en: 'Picture' }, focus_x: 10, focus_y: 20 },
      ...{ folder_id: '2', tags: ['4', '3'] },
    });
    assert.equal(edit.isDirty.value, true);
    edit.reset();
    assert.deepEqual(edit.changes.value, {});
  });

  it('can be emptied, but for the name', () => {
    const edit = open();
    edit.name.value = ' ';
    edit.alt.value = { zh: null };
    edit.focus.value = null;
    edit.folder.value = '';
    edit.tags.value = [];
    assert.deepEqual(edit.changes.value, {
      ...{ alt: { zh: null }, focus_x: null, focus_y: null, folder_id: null, tags: [] },
    });
  });
});

describe('details that somebody else has changed too', () => {
  const theirs = fileOf('7', {
    name: 'their.png',
    alt: { zh: '画', de: 'Bild' },
    focus_y: 9,
    folder_id: '9',
    tags: ['9'],
  });
  it('take over what somebody else has changed', () => {
    const edit = open();
    edit.take(theirs);
    edit.rebase(stored);
    assert.deepEqual(edit.changes.value, {});
    assert.deepEqual(
      [edit.name.value, edit.focus.value, edit.folder.value, edit.tags.value],
      ['their.png', { x: 50, y: 9 }, '9', ['9']],
    );
  });

  it('keep what was changed here', () => {
    const edit = open();
    edit.name.value = 'mine.png';
    edit.alt.value = { zh: '我' };
    edit.focus.value = { x: 1, y: 2 };
    edit.folder.value = '';
    edit.tags.value = [];
    edit.take(theirs);
    edit.rebase(stored);
    assert.deepEqual(edit.changes.value, {
      ...{ name: 'mine.png', alt: { zh: '我' }, focus_x: 1, focus_y: 2, folder_id: null, tags: [] },
    });
    assert.deepEqual(edit.alt.value, { zh: '我', de: 'Bild' });
  });

  it('are undone by what was stored', () => {
    const changes = {
      name: 'x',
      alt: { zh: 'x', en: 'y' },
      focus_x: 1,
      focus_y: 2,
      folder_id: '2',
      tags: [],
    };
    assert.deepEqual(backOf(stored, changes), {
      ...{ name: 'a.png', focus_x: 10, focus_y: null, folder_id: '1', tags: ['3', '4'] },
      alt: { zh: '图', en: null },
    });
    assert.deepEqual(backOf(fileOf('8'), { folder_id: '2', tags: ['1'] }), { folder_id: null, tags: [] });
  });
});
