import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fromText, toJson } from '../../server/shared/exact-json.ts';
import { recordPath, versionQuery } from '../src/api/records/record-path.ts';
import { wireOf } from '../src/api/records/wire.ts';
import { digitsOf } from '../src/form/digits.ts';
import { basesOf, changesOf, openEntries } from '../src/form/entries.ts';
import { differencesOf, pastStates } from '../src/form/past-states.ts';
import { changedFields } from '../src/form/record-merge.ts';
import { titleIn } from '../src/form/record-title.ts';
import { columnNotes, keysOf } from '../src/pages/import/import-fields.ts';
import { defaultsOf } from '../src/pages/record/form-parts.ts';
import { paths, versionIn } from '../src/paths.ts';
import { collectionOf, fieldOf } from './collections.ts';

const title = fieldOf('title');
const price = fieldOf('price', 'decimal');
const cast = fieldOf('cast', 'references');
const fields = [title, price, cast];

describe('the fields of a form', () => {
  it('tell what has changed', () => {
    const entries = openEntries(fields, { title: 'A', price: '1.10' });
    assert.deepEqual(changesOf(entries), {});
    for (const { field, value } of entries)
      value.value = { title: 'B', price: '1.1', cast: [] }[field.name] ?? null;
    assert.deepEqual(changesOf(entries), { title: 'B' });
    assert.deepEqual(basesOf(entries), { title: 'A', price: '1.10', cast: null });
    assert.deepEqual(changedFields(fields, basesOf(entries), { title: 'A', price: '2' }), [price]);
  });

  it('begin with their defaults', () => {
    const some = [
      fieldOf('state', 'choice', { default: 'draft' }),
      fieldOf('year', 'integer', { default: 7 }),
      cast,
    ];
    assert.deepEqual(defaultsOf(some), { state: 'draft', year: '7', cast: [] });
  });

  it('are sent as the API takes them, those with a value', () => {
    const collection = collectionOf([
      ...fields,
      fieldOf('name', 'text', { locale: 'zh' }),
      fieldOf('name_en', 'text', { locale: 'en', translates: 'name' }),
    ]);
    const values = { price: ' 1.10 ', cast: ['1'], name: '名', name_en: '' };
    assert.deepEqual(wireOf(collection, values), {
      price: '1.10',
      cast: ['1'],
      name: { zh: '名', en: null },
    });
  });
});

describe('a number with all its digits', () => {
  for (const [text, digits] of [
    ['1', '1'],
    ['1.5', '1.5'],
    ['9007199254740993', '9007199254740993'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['1e400', '1e400'],
    ['"1.10"', undefined],
    ['{"rawJSON":"1"}', undefined],
    ['null', undefined],
    ['true', undefined],
  ] as const)
    it(text, () => {
      const read = fromText(text);
      assert.deepEqual([digitsOf(read), toJson(read)], [digits, text]);
    });
  it('of a bigint', () => {
    assert.deepEqual([digitsOf(7n), toJson(7n)], ['7', '7']);
  });
});

describe('the past of a record', () => {
  const changes = [
    { changes: { title: { before: 'B', after: 'C' } } },
    { changes: { price: { before: '1.00', after: '2.00' }, gone: { before: 1, after: 2 } } },
    { changes: { title: { before: null, after: 'B' }, cast: { before: null, after: [1, 2] } } },
  ];
  const now = { title: 'C', price: '2.00', cast: ['1', '2'] };

  it('is told from what it is now', () => {
    assert.deepEqual(pastStates(fields, changes, now), [
      now,
      { ...now, title: 'B' },
      { ...now, title: 'B', price: '1.00' },
      { title: '', price: '1.00', cast: [] },
    ]);
  });

  it('of a deleted one is told from its changes', () => {
    assert.deepEqual(pastStates(fields, changes)[0], now);
    assert.deepEqual(pastStates([title], []), [{ title: '' }]);
  });

  it('differs in values that do not mean the same', () => {
    const before = { title: 'A', price: '1.0', cast: ['1'] };
    assert.deepEqual(differencesOf(fields, before, { title: 'A', price: '1', cast: ['2'] }), [
      { field: cast, before: ['1'], after: ['2'] },
    ]);
    assert.deepEqual(differencesOf([title], {}, { title: 'A' }), [
      { field: title, before: null, after: 'A' },
    ]);
  });
});

describe('addresses', () => {
  const film = { name: 'film' };
  const published = { name: 'film', version: 'published' };
  for (const [address, expected] of [
    [paths.list(film), '/collections/film'],
    [paths.list(published), '/collections/film?version=published'],
    [paths.list({ ...film, version: 'draft' }), '/collections/film'],
    [paths.past(published), '/collections/film/past?version=published'],
    [paths.trash(published), '/collections/film/trash'],
    [paths.fresh(film), '/collections/film/new'],
    [paths.below(film, '7'), '/collections/film/new?under=7'],
    [paths.transfer(film), '/collections/film/import'],
    [paths.record(film, '7'), '/collections/film/7'],
    [paths.record(published, '7'), '/collections/film/7?version=published'],
    [paths.history(published, '7'), '/collections/film/7/history?version=published'],
    [paths.change(film, '7', 9), '/collections/film/7/history?change=9'],
    [paths.access(film, '7'), '/admin/access?collection=film&record=7&action=read'],
    [
      paths.access(film, '7', { action: 'update', field: 'title' }),
      '/admin/access?collection=film&record=7&action=update&field=title',
    ],
    [paths.user('7'), '/admin/users/7'],
    [paths.file('7'), '/files/7'],
    [paths.changeSet('7'), '/change-sets/7'],
    [paths.webhook('7'), '/admin/webhooks/7'],
    [paths.undo({ request: 'a b' }), '/undo?request=a+b'],
    [paths.bulk(film, '7'), '/collections/film?bulk=7'],
    [versionIn({ locale: 'de' }), '?locale=de'],
    [versionIn({ version: 'published', locale: 'de' }), '?version=published&locale=de'],
    [recordPath(collectionOf([]), 'a/b'), '/v1/film/a%2Fb'],
    [recordPath(collectionOf([], { singleton: true }), '7'), '/v1/film'],
  ] as const)
    it(expected, () => assert.equal(address, expected));

  it('ask for drafts where these are shown', () => {
    const asked = ['draft', 'published', undefined].map((version) => versionQuery({ version } as never));
    assert.deepEqual(asked, [[['version', 'draft']], [], []]);
  });
});

describe('the columns of an imported file', () => {
  const all = [
    fieldOf('id', 'bigint', { filled: true }),
    fieldOf('isbn'),
    fieldOf('code', 'integer'),
    fieldOf('shelf'),
    fieldOf('notes', 'long-text'),
    fieldOf('secret', 'text', { readable: false }),
  ];
  const unique = [['isbn'], ['code'], ['shelf', 'place'], ['notes'], ['secret'], []];
  const names = (actions: object) =>
    keysOf(collectionOf(all, { unique, actions } as never)).map(({ name }) => name);

  it('match records that are there by what is unique, if these may be changed', () => {
    assert.deepEqual(names({ update: true }), ['id', 'isbn', 'code']);
    assert.deepEqual(names({ create: true }), []);
  });

  it('are told of if they are of no use', () => {
    assert.deepEqual(columnNotes(collectionOf(all), ['id', 'isbn', 'other']), {
      id: 'ignored',
      other: 'unknown',
    });
  });
});

it('a record is called by its title, if that is a text', () => {
  const of = (value: string | null | readonly string[]) =>
    titleIn({ title_field: 'title' }, { title: value, name: 'x' });
  assert.deepEqual([of('A'), of(null), of(['1'])], ['A', '', '']);
});
