import './page.ts';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { LogLine } from '../src/api/admin/log.ts';
import type { Revision } from '../src/api/records/history.ts';
import { isUndoable } from '../src/pages/history/put-back.ts';
import { changedValues } from '../src/pages/sets/changed-values.ts';
import { toLogEntry, wayBack, writesRecords } from '../src/parts/activity/log-line.ts';
import { textOf } from '../src/parts/undo-scope.ts';
import { loadPageTexts } from '../src/texts/index.ts';
import { collectionOf, fieldOf } from './collections.ts';

const kept = { audit: 'full', actions: { list: true, history: true } } as const;
const film = collectionOf([], kept as never);
const filmStar = collectionOf([], { ...kept, name: 'star', path: '/v1/film-star' } as never);
const collections = [film, filmStar];

const line = (method: string, path: string, message: string, status_code = 201): LogLine =>
  ({ id: '9', username: 'ann', message, time: 5, method, path, status_code }) as unknown as LogLine;

const lines = [
  [
    'a new record',
    line('POST', '/v1/film', 'ann created a film (id 12)'),
    'created a film #12',
    ['film', '12', 'made'],
  ],
  [
    'one in Chinese',
    line('POST', '/v1/film', 'ann 新建电影成功 3'),
    '新建电影成功 #3',
    ['film', '3', 'made'],
  ],
  ['a user with a colon', line('POST', '/v1/film', 'ann: made 3'), 'made #3', ['film', '3', 'made']],
  [
    'a change',
    line('PATCH', '/v1/film/12', 'ann changed film 12', 200),
    'changed film #12',
    ['film', '12', 'changed'],
  ],
  [
    'a deletion',
    line('DELETE', '/v1/film/12', 'ann deleted film 12', 200),
    'deleted film #12',
    ['film', '12', 'deleted'],
  ],
  [
    'a restored state',
    line('POST', '/v1/film/12/history/4/restore', 'ann restored film 12', 200),
    'restored film #12',
    ['film', '12', 'changed'],
  ],
  [
    'another collection that begins alike',
    line('PATCH', '/v1/film-star/7', 'ann changed star 7', 200),
    'changed star #7',
    ['star', '7', 'changed'],
  ],
  ['a refusal', line('PATCH', '/v1/film/12', 'ann may not', 403), 'may not', undefined],
  [
    'a reason in brackets that ends with a number',
    line('POST', '/cms/user/login', '10.0.0.7 was refused: Wrong password (user 12)', 401),
    '10.0.0.7 was refused: Wrong password (user 12)',
    undefined,
  ],
  ['no collection', line('POST', '/cms/job', 'ann ran job 3'), 'ran job #3', undefined],
  [
    'a part of a record',
    line('POST', '/v1/film/12/publish', 'ann published film 12'),
    'published film #12',
    undefined,
  ],
  [
    'a number that is no id',
    line('POST', '/v1/film', 'ann made 12345678901234567890'),
    'made 12345678901234567890',
    undefined,
  ],
] as const;

before(async () => {
  await loadPageTexts();
});

describe('a line of the log', () => {
  for (const [what, of, said, record] of lines)
    it(`tells of ${what}`, () => {
      const entry = toLogEntry(of, collections);
      assert.deepEqual([entry.key, entry.who, entry.time, entry.what], ['9', 'ann', 5, said]);
      const { record: found } = entry;
      assert.deepEqual(found && [found.collection.name, found.id, found.change], record);
    });

  it('names what it says without the id, for a title to follow', () => {
    const words = (of: LogLine) => toLogEntry(of, collections).record?.what;
    assert.equal(words(line('POST', '/v1/film', 'ann created a film (id 12)')), 'created a film');
    assert.equal(
      words(line('PATCH', '/v1/film/1', 'ann set 12 of film 1 to 100', 200)),
      'set 12 of film to 100',
    );
  });

  it('leads to a change of many records, if that began', () => {
    const of = (path: string, status: number, said: string) =>
      toLogEntry(line('POST', path, `ann ${said}`, status), collections).bulk;
    assert.equal(of('/v1/film/bulk-by-filter', 201, 'changes many 4'), '/collections/film?bulk=4');
    assert.equal(of('/v1/film/bulk-by-filter', 200, 'counts 4'), undefined);
    assert.equal(of('/v1/film/bulk-by-filter', 201, 'changes many'), undefined);
    assert.equal(of('/v1/film', 201, 'makes 4'), undefined);
  });
});

describe('the way back from a line of the log', () => {
  const entryOf = (of: LogLine, collection = film) => toLogEntry(of, [collection]);
  const changed = line('PATCH', '/v1/film/12', 'ann changed 12', 200);
  const deleted = line('DELETE', '/v1/film/12', 'ann deleted 12', 200);
  const made = line('POST', '/v1/film', 'ann made 12');
  const may = (actions: object, audit = 'full') => collectionOf([], { audit, actions } as never);
  const there = '/collections/film/12/history?change=5';
  for (const [what, of, collection, isThere, way] of [
    ['a change', changed, film, true, there],
    ['a change of a record that is gone', changed, film, false, undefined],
    ['a change whose history is hidden', changed, may({ list: true }), true, undefined],
    ['a deletion', deleted, film, false, there],
    [
      'a deletion in a collection without a trash',
      deleted,
      may({ list: true, history: true }, 'stamps'),
      false,
      undefined,
    ],
    ['a deletion by somebody who may not list', deleted, may({ history: true }), false, undefined],
    ['a new record', made, film, true, undefined],
  ] as const)
    it(`${way ? 'leads' : 'does not lead'} back from ${what}`, () =>
      assert.equal(wayBack(entryOf(of, collection), isThere), way));
});

describe('a line about changes that can be undone', () => {
  const unkept = collectionOf([], { name: 'note', path: '/v1/note', audit: 'stamps' } as never);
  for (const [method, path, status, is] of [
    ['POST', '/v1/film', 201, true],
    ['PATCH', '/v1/film/12', 200, true],
    ['DELETE', '/v1/film/12', 200, true],
    ['POST', '/v1/film/12/move', 200, true],
    ['POST', '/v1/film/12/publish', 200, true],
    ['POST', '/v1/film/12/history/4/restore', 200, true],
    ['POST', '/v1/film/trash/12/restore', 200, true],
    ['POST', '/v1/film/bulk', 200, true],
    ['POST', '/v1/change-set/3/apply', 200, true],
    ['POST', '/v1/change-set/3/approve', 200, true],
    ['POST', '/v1/change-set/3/reject', 200, false],
    ['GET', '/v1/film/12', 200, false],
    ['PATCH', '/v1/film/12', 400, false],
    ['PATCH', '/v1/film/12', 399, true],
    ['DELETE', '/v1/film/trash/12', 200, false],
    ['POST', '/v1/film/import', 201, false],
    ['POST', '/v1/film/12/ping', 200, false],
    ['PATCH', '/v1/note/12', 200, false],
    ['POST', '/cms/job', 201, false],
  ] as const)
    it(`${is ? 'is' : 'is not'} ${method} ${path} ${status}`, () =>
      assert.equal(writesRecords(line(method, path, '', status), [unkept, film]), is));
});

describe('what an undo says', () => {
  const reasons = [{}, { reason: 'it was changed since' }, { reason: 'another' }];
  for (const [what, preview, said] of [
    ['nothing', { expected: 0, left: 0, records: [] }, 'There is nothing to undo.'],
    ['all', { expected: 2, left: 0, records: [{}] }, 'Undone.'],
    [
      'a part',
      { expected: 2, left: 1, records: reasons },
      'Undone. 1 record stays as it is: it was changed since',
    ],
    [
      'another part',
      { expected: 2, left: 2, records: reasons },
      'Undone. 2 records stay as they are: it was changed since',
    ],
    [
      'only what stays',
      { expected: 0, left: 0, records: reasons },
      '1 record stays as it is: it was changed since',
    ],
  ] as const)
    it(what, () => assert.equal(textOf(preview as never, 'Undone.'), said));
});

describe('an entry of a history', () => {
  const fields = [fieldOf('title'), fieldOf('price', 'decimal', { updatable: false })];
  for (const [action, changes, is] of [
    ['update', { title: {} }, true],
    ['update', { price: {} }, false],
    ['update', { gone: {} }, false],
    ['update', { price: {}, title: {} }, true],
    ['create', { title: {} }, false],
    ['delete', { title: {} }, false],
  ] as const)
    it(`${is ? 'can' : 'cannot'} be undone: ${action} of ${Object.keys(changes)}`, () =>
      assert.equal(isUndoable({ action, changes } as unknown as Revision, fields), is));
});

describe('what a change set changes', () => {
  const fields = [
    fieldOf('title'),
    fieldOf('author', 'reference', { target: 'author' }),
    fieldOf('tags', 'references', { target: 'tag' }),
  ];
  const nameOf = ({ name }: { readonly name: string }, id: string) => `${name} ${id}`;
  const valuesOf = (changes: object) =>
    changedValues(collectionOf(fields), { changes } as never, nameOf).map(({ field, ...one }) => [
      field.name,
      ...Object.values(one),
    ]);

  it('lists the changed fields in the order of the form, without those hidden from the reader', () =>
    assert.deepEqual(
      valuesOf({
        tags: { from: [], to: ['2'] },
        hidden: { from: 1, to: 2 },
        title: { from: 'a', to: 'b' },
      }).map(([name]) => name),
      ['title', 'tags'],
    ));

  it('has a value now only if somebody else has changed it', () => {
    const values = (change: object) =>
      changedValues(collectionOf(fields), { changes: { title: change } } as never, nameOf)[0];
    assert.deepEqual(
      [values({ from: 'a', to: 'b' })?.now, values({ from: 'a', to: 'b', now: 'c' })?.now],
      [undefined, 'c'],
    );
    assert.deepEqual([values({ to: 'b' })?.before, values({ from: 'a' })?.after], ['', '']);
  });

  it('names records that the set itself creates', () => {
    const changes = { author: { from: '1', to: { $new: 'ann' } }, tags: { to: [3, { $new: 'new' }] } };
    const [author, tags] = changedValues(collectionOf(fields), { changes } as never, nameOf);
    assert.deepEqual([author?.isPlain, author?.before, author?.after], [true, '', 'the new “ann”']);
    assert.deepEqual([tags?.isPlain, tags?.after], [true, 'tags 3 · the new “new”']);
    const known = changedValues(
      collectionOf(fields),
      { changes: { author: { from: '1', to: '2' } } } as never,
      nameOf,
    )[0];
    assert.equal(known?.isPlain, false);
  });
});
