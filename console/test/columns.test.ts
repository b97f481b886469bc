import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settableFields } from '../src/pages/list/bulk/settable-fields.ts';
import { columnsOf, gridTemplate, isNumber, isState, queryFor } from '../src/pages/list/grid/columns.ts';
import { stepFor } from '../src/pages/list/grid/grid-keys.ts';
import { canSearch, searchableTitle } from '../src/pages/list/search-field.ts';
import { collectionOf, fieldOf } from './collections.ts';

const fields = [
  fieldOf('id', 'bigint'),
  fieldOf('title'),
  fieldOf('title_en', 'text', { translates: 'title' }),
  fieldOf('secret', 'text', { readable: false }),
  fieldOf('author', 'reference', { target: 'person' }),
  fieldOf('editor', 'reference', { target: 'unknown' }),
  fieldOf('cover', 'file'),
  fieldOf('publication', 'choice', { filled: true }),
  fieldOf('notes', 'rich-text'),
];
const body = fieldOf('body', 'rich-text');
const collection = collectionOf(fields, { columns: ['title', 'gone', 'cover'], on_request: [body] });
const person = collectionOf([fieldOf('nickname'), fieldOf('username')], {
  builtin: true,
  title_field: 'nickname',
});
const find = (name: string) => (name === 'person' ? person : undefined);
const namesOf = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name);

describe('the columns of a list', () => {
  it('are the chosen ones that there are, or those of the definition, or the first four', () => {
    assert.deepEqual(namesOf(columnsOf(collection, undefined)), ['title', 'cover']);
    assert.deepEqual(namesOf(columnsOf(collection, ['body', 'secret', 'title_en', 'id'])), ['body', 'id']);
    assert.deepEqual(namesOf(columnsOf(collection, ['secret'])), ['id', 'title', 'author', 'editor']);
  });

  it('are as wide as the user made them', () => {
    const columns = columnsOf(collection, ['title', 'cover']);
    assert.equal(gridTemplate(columns, 'title', { cover: 90, gone: 5 }), 'minmax(168px, 2.2fr) 90px');
    assert.equal(gridTemplate(columns, 'title', { title: 300 }), '300px minmax(120px, 1fr)');
  });

  it('ask for their fields, what they lead to, and the title', () => {
    const columns = columnsOf(collection, ['id', 'author', 'editor', 'cover', 'publication']);
    assert.deepEqual(queryFor(columns, collection, find), {
      fields: [
        ...['author', 'editor', 'cover', 'publication', 'title', 'publish_time', 'unpublish_time'],
        ...['author.nickname', 'author.username'],
      ],
      expand: { author: true, cover: true },
    });
    const ordered = { ...collection, order: { field: 'place', within: 'shelf' } };
    assert.deepEqual(queryFor(columnsOf(collection, ['title']), ordered, find), {
      fields: ['title', 'shelf'],
      expand: {},
    });
  });

  it('are as wide as their kind needs', () => {
    const shown = [
      fieldOf('title'),
      fieldOf('other'),
      ...['boolean', 'choice', 'integer', 'date', 'date-time'].map((kind) => fieldOf('one', kind)),
      fieldOf('publication', 'choice', { filled: true }),
      fieldOf('price', 'decimal', { precision: 18, scale: 4 }),
      fieldOf('count', 'decimal', { precision: 7, scale: 0 }),
      fieldOf('odd', 'decimal'),
    ];
    assert.equal(
      gridTemplate(shown, 'title'),
      [
        ...['minmax(168px, 2.2fr)', 'minmax(120px, 1fr)', '88px', '120px', '104px', '136px', '188px'],
        'minmax(120px, 1fr)',
        'clamp(104px, 21.5ch + 26px, 240px)',
        'clamp(104px, 9ch + 26px, 240px)',
        'clamp(104px, 1ch + 26px, 240px)',
      ].join(' '),
    );
  });
});

describe('what fields are in a list', () => {
  it('hold numbers, but for the id, and states, if the server fills them', () => {
    const numbers = ['integer', 'bigint', 'decimal', 'text'].map((kind) => isNumber(fieldOf('one', kind)));
    assert.deepEqual([...numbers, isNumber(fieldOf('id', 'bigint'))], [true, true, true, false, false]);
    const states = [
      ['publication', true],
      ['publication', undefined],
      ['state', true],
    ] as const;
    assert.deepEqual(
      states.map(([name, filled]) => isState(fieldOf(name, 'choice', { ...(filled && { filled }) }))),
      [true, false, false],
    );
  });

  it('can be set for many records if they may be changed and are not unique', () => {
    const some = [
      fieldOf('title'),
      fieldOf('slug', 'slug', { unique: true }),
      fieldOf('publication', 'choice', { filled: true }),
      fieldOf('locked', 'text', { updatable: false }),
      fieldOf('year', 'integer'),
    ];
    assert.deepEqual(namesOf(settableFields(collectionOf(some))), ['title', 'year']);
  });

  it('are searched, or else the title if it can be', () => {
    const title = fieldOf('title', 'text', { filters: ['eq', 'contains'] });
    const plain = [fieldOf('title'), fieldOf('other', 'text', { filters: ['contains'] })];
    assert.deepEqual(
      [searchableTitle(collectionOf([fieldOf('a'), title])), searchableTitle(collectionOf(plain))],
      [title, undefined],
    );
    const collections = [
      collectionOf([title]),
      collectionOf(plain),
      collectionOf(plain, { search: [['title']] as never }),
    ];
    assert.deepEqual(collections.map(canSearch), [true, false, true]);
  });
});

describe('keys in a grid', () => {
  const press = (key: string, more: object = {}, direction = 'ltr') => {
    Object.assign(globalThis, { getComputedStyle: () => ({ direction }) });
    return stepFor(
      { key, target: null, ctrlKey: false, metaKey: false, ...more } as unknown as KeyboardEvent,
      { page: 20, records: 300 },
    );
  };
  const first = { records: -300, columns: 0, end: 'first' };
  const last = { records: 300, columns: 0, end: 'last' };
  for (const [key, more, direction, step] of [
    ['ArrowDown', {}, 'ltr', { records: 1, columns: 0 }],
    ['ArrowUp', {}, 'ltr', { records: -1, columns: 0 }],
    ['ArrowRight', {}, 'ltr', { records: 0, columns: 1 }],
    ['ArrowLeft', {}, 'ltr', { records: 0, columns: -1 }],
    ['ArrowRight', {}, 'rtl', { records: 0, columns: -1 }],
    ['ArrowLeft', {}, 'rtl', { records: 0, columns: 1 }],
    ['PageDown', {}, 'ltr', { records: 20, columns: 0 }],
    ['PageUp', {}, 'ltr', { records: -20, columns: 0 }],
    ['Home', {}, 'ltr', first],
    ['End', {}, 'ltr', last],
    ['ArrowUp', { ctrlKey: true }, 'ltr', first],
    ['ArrowDown', { metaKey: true }, 'ltr', last],
    ['a', {}, 'ltr', undefined],
  ] as const)
    it(`${Object.keys(more)} ${key}, ${direction}`, () =>
      assert.deepEqual(press(key, more, direction), step));
});
