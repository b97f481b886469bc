import './page.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createApp } from 'vue';
import { createMemoryHistory, createRouter } from 'vue-router';
import type { LibraryFile } from '../src/api/files/library.ts';
import { sameHost } from '../src/base.ts';
import { chunksOf } from '../src/form/chunks.ts';
import { isTaken } from '../src/form/file-types.ts';
import { cropPosition, movedFocus } from '../src/form/focus.ts';
import { branchOf, foldersInOrder, pathTo } from '../src/form/folders.ts';
import { thumbnailOf } from '../src/form/thumbnail-width.ts';
import { useLibraryState } from '../src/pages/files/library-state.ts';
import { usePickedFiles } from '../src/pages/files/picked-files.ts';
import { picturesOf } from '../src/pages/list/grid/cell-pictures.ts';
import { fieldOf } from './collections.ts';

const fileOf = (id: string, more: object = {}) =>
  ({ id, name: `${id}.png`, ...more }) as unknown as LibraryFile;

describe('folders', () => {
  const folder = (id: string, parent: string | null) => ({ id, name: `Folder ${id}`, parent });
  const folders = [
    folder('3', '1'),
    folder('1', null),
    folder('4', '3'),
    folder('2', null),
    folder('5', '2'),
  ];

  it('stand below the folder that they lie in, each with its depth', () => {
    assert.deepEqual(
      foldersInOrder(folders).map((one) => [one.folder.id, one.depth]),
      [
        ['1', 0],
        ['3', 1],
        ['4', 2],
        ['2', 0],
        ['5', 1],
      ],
    );
  });

  it('have a path from the top', () => {
    assert.deepEqual(
      pathTo(folders, '4').map(({ id }) => id),
      ['1', '3', '4'],
    );
    assert.deepEqual([pathTo(folders, '9'), pathTo(folders, undefined)], [[], []]);
    const ring = [folder('1', '2'), folder('2', '1')];
    assert.deepEqual(
      pathTo(ring, '1').map(({ id }) => id),
      ['2', '1'],
    );
  });

  it('cannot be moved into what lies in them', () => {
    assert.deepEqual([...branchOf(folders, '1')], ['1', '3', '4']);
    assert.deepEqual([...branchOf(folders, '5')], ['5']);
  });
});

describe('the types that a field takes', () => {
  for (const [types, mime, taken] of [
    [undefined, 'text/plain', true],
    [['image/png'], 'image/png', true],
    [['image/png', 'image/*'], 'image/webp', true],
    [['image/*'], 'imagery/png', false],
    [['image/png'], 'image/png2', false],
    [['image/png'], '', true],
    [[], 'image/png', false],
  ] as const)
    it(`${types}: ${mime || 'unknown'}: ${taken}`, () => assert.equal(isTaken({ types }, { mime }), taken));
});

describe('the focus of a picture', () => {
  it('moves within it, by whole per cent', () => {
    assert.deepEqual(movedFocus({ x: 50, y: 50 }, { x: 0.6, y: -1 }), { x: 51, y: 49 });
    assert.deepEqual(movedFocus({ x: 99, y: 1 }, { x: 5, y: -5 }), { x: 100, y: 0 });
  });

  for (const [focus, image, position] of [
    [{ x: 50, y: 50 }, { width: 400, height: 200 }, '50% 50%'],
    [{ x: 0, y: 0 }, { width: 400, height: 200 }, '0% 50%'],
    [{ x: 100, y: 100 }, { width: 400, height: 200 }, '100% 50%'],
    [{ x: 30, y: 50 }, { width: 400, height: 200 }, '10% 50%'],
    [{ x: 0, y: 60 }, { width: 200, height: 400 }, '50% 70%'],
  ] as const)
    it(`${focus.x}, ${focus.y} of ${image.width} × ${image.height} shows ${position}`, () => {
      assert.equal(cropPosition(focus, image, { width: 100, height: 100 }), position);
    });
});

describe('selected files', () => {
  const shown = ['1', '2', '3', '4', '5'].map((id) => fileOf(id));
  const chosen = (...picks: readonly (readonly [id: string, isRange: boolean])[]) => {
    const picked = usePickedFiles(() => shown);
    for (const pick of picks) picked.pick(...pick);
    return picked.files.value.map(({ id }) => id).join('');
  };
  for (const [what, picks, files] of [
    [
      'one after the other, in the order of the list',
      [
        ['3', false],
        ['1', false],
      ],
      '13',
    ],
    [
      'a range downwards',
      [
        ['2', false],
        ['4', true],
      ],
      '234',
    ],
    [
      'a range upwards',
      [
        ['4', false],
        ['2', true],
      ],
      '234',
    ],
    ['a range without a beginning', [['4', true]], '4'],
    [
      'one twice',
      [
        ['2', false],
        ['2', false],
      ],
      '',
    ],
    [
      'a range that is taken off',
      [
        ['1', false],
        ['5', true],
        ['3', false],
        ['2', true],
      ],
      '145',
    ],
  ] as const)
    it(what, () => assert.equal(chosen(...picks), files));

  it('all, and none', () => {
    const { pickAll, files, has, clear } = usePickedFiles(() => shown);
    pickAll();
    assert.deepEqual([files.value.length, has('5'), has('6')], [5, true, false]);
    clear();
    assert.deepEqual([files.value, has('5')], [[], false]);
  });
});

describe('the filter of the library in the address', () => {
  async function at(path: string) {
    const router = createRouter({
      history: createMemoryHistory(),
      routes: [{ path: '/files', component: {} }],
    });
    await router.push(path);
    const state = createApp({}).use(router).runWithContext(useLibraryState);
    return { router, ...state };
  }
  const nothing = { keyword: '', type: '', isMine: false, folder: '', tags: [] };
  const everything = { keyword: 'a b', type: 'image/*', isMine: true, folder: '7', tags: ['1', '2'] };
  const full = '/files?folder=7&q=a+b&type=image/*&tag=1,2&mine=true';

  it('is read from it', async () => {
    assert.deepEqual((await at('/files?mine=no&q=a&q=b')).filter.value, nothing);
    assert.deepEqual((await at(full)).filter.value, everything);
  });

  it('is written into it, the rest as it was', async () => {
    const { router, change } = await at(full);
    await change({ tags: ['2'] });
    assert.deepEqual(router.currentRoute.value.query, {
      folder: '7',
      q: 'a b',
      type: 'image/*',
      tag: '2',
      mine: 'true',
    });
    await change(nothing);
    assert.deepEqual(router.currentRoute.value.query, {});
  });

  it('is left out of the link to a folder', async () => {
    const { folderLink } = await at(full);
    assert.deepEqual(
      [folderLink('3'), folderLink('')],
      [
        { path: '/files', query: { folder: '3' } },
        { path: '/files', query: {} },
      ],
    );
  });
});

describe('pictures in cells', () => {
  const picture = (url: string, more: object = {}) => ({ url, width: 9, ...more });
  it('are the first three public ones of fields that hold files', () => {
    const expanded = {
      cover: picture('/a'),
      files: [
        picture('/b'),
        picture('/c', { private: true }),
        picture('/d', { width: null }),
        picture('/e'),
        picture('/f'),
        picture('/g'),
      ],
      title: picture('/h'),
      empty: null,
    };
    const columns = [
      fieldOf('title'),
      fieldOf('cover', 'file'),
      fieldOf('files', 'files'),
      fieldOf('empty', 'file'),
      fieldOf('gone', 'file'),
    ];
    assert.deepEqual(picturesOf(columns, { id: '1', expanded }, 64), [
      [],
      ['/a?width=64'],
      ['/b?width=64', '/e?width=64', '/f?width=64'],
      [],
      [],
    ]);
    assert.deepEqual(picturesOf(columns.slice(1, 2), { id: '1' }, 64), [[]]);
    assert.equal(thumbnailOf('/a', undefined), '/a');
  });

  it('are fetched from the host of the page, whatever host the server names', () => {
    assert.equal(thumbnailOf('http://10.0.0.7:5000/cms/assets/a.png', 64), '/cms/assets/a.png?width=64');
    assert.equal(sameHost('http://10.0.0.7:5000/assets/a.png?key=b%2Fc'), '/assets/a.png?key=b%2Fc');
    assert.equal(sameHost('http://127.0.0.1/assets/a.png'), '/assets/a.png');
  });
});

it('a list is cut into chunks', () => {
  assert.deepEqual(chunksOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]]);
  assert.deepEqual(chunksOf([1, 2], 2), [[1, 2]]);
  assert.deepEqual(chunksOf([], 2), []);
});
