// No engine changes its result: a collection is described for a caller without a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  blocks,
  choice,
  decimal,
  defineCollection,
  everyone,
  file,
  group,
  integer,
  list,
  login,
  longText,
  permission,
  reference,
  references,
  slug,
  superAdministrator,
  text,
} from '../../server/definitions/index.ts';
import type { Allowed } from '../../server/features/descriptions/allowed.ts';
import { describeSeen } from '../../server/features/descriptions/describe-collection.ts';

const short = text({ max: 9, default: '' });
const access = {
  read: everyone,
  create: login,
  update: superAdministrator,
  delete: permission('Delete films'),
};
const author = defineCollection({
  ...{ name: 'author', label: 'Author', path: '/v1/author', audit: 'none', titleField: 'name', access },
  fields: { id_card: short, name: text({ max: 40, required: true }) },
});
const film = defineCollection({
  ...{ name: 'film', label: 'Film', path: '/v1/film', audit: 'full', help: 'What is shown', access },
  ...{ plural: { en: 'Films', zh: '电影' }, icon: 'film', color: 'purple' },
  menu: { section: 'Programme', position: 20 },
  fields: {
    title: text({ max: 80, required: true, searchable: true, help: 'As on the poster', width: 'half' }),
    code: slug({ from: 'title' }),
    price: decimal({ precision: 8, scale: 2, default: '0.00' }),
    minutes: integer({ min: 1, max: 600, unique: true, display: 'progress' }),
    genre: choice(['drama', 'comedy'], { words: { drama: 'Drama' }, colors: { drama: 'red' } }),
    author: reference('author', { onDelete: 'delete' }),
    others: references('author', { max: 3 }),
    poster: file({ accept: ['image/png'], private: true }),
    plot: longText({ default: '', write: superAdministrator }),
    tags: list(text({ max: 9 }), { max: 4 }),
    place: group({ city: short, zip: text({ max: 20 }) }),
    parts: blocks({
      quote: group({ words: short }, { label: 'Quote' }),
      note: group({ words: short, by: short }),
    }),
    pin: text({ max: 9, secret: true }),
    rank: integer({ read: superAdministrator }),
  },
  columns: ['title', 'price', 'rank', 'update_time'],
  groups: [
    { name: 'a', label: 'Money', fields: ['price', 'rank'] },
    { name: 'b', label: 'Length', fields: ['minutes'], aside: true },
    { name: 'c', label: 'Closed', fields: ['pin'] },
  ],
  unique: [
    ['title', 'genre'],
    ['title', 'rank'],
  ],
});

const SHOWN = Object.keys(film.fields).filter((name) => !['pin', 'rank'].includes(name));
const member: Allowed = {
  ...{ isSignedIn: true, uses: { read: true, create: 'own' }, shown: SHOWN },
  changeable: ['title', 'code', 'genre', 'author'],
  inSome: [],
};

type Described = Record<string, unknown> & {
  readonly fields: readonly (Record<string, unknown> & { readonly name: string })[];
};

function described(
  allowed: Allowed = member,
  definition: object = film,
  { drafts, seesAuthors = true }: { readonly drafts?: object; readonly seesAuthors?: boolean } = {},
) {
  const uses = seesAuthors ? { read: true } : {};
  const find = (name: string) =>
    name === 'author'
      ? { definition: author, allowed: { ...member, uses, shown: ['id_card', 'name'] } }
      : undefined;
  const seen = { definition, allowed, ...(drafts && { drafts: { definition: drafts, allowed } }) };
  return describeSeen(seen as never, { language: 'en', find, maxFileBytes: 99 } as never) as Described;
}

const fieldOf = (name: string, all = described()) => all.fields.find((one) => one.name === name);

/** What a description of a field says beside what all say, and that as words. */
function said(name: string, all?: Described): readonly [string, object] {
  const { filters = [], kind, label, ...facts } = (fieldOf(name, all) ?? {}) as Record<string, unknown>;
  const flags = Object.entries(facts).filter(([key, value]) => value === true && key !== 'many');
  const rest = Object.entries(facts).filter(([key, value]) => typeof value !== 'boolean' && key !== 'name');
  const words = [kind, label, ...flags.map(([key]) => key), (filters as string[]).length];
  return [words.join(' '), Object.fromEntries(rest)];
}

const member9 = { unique: false, default: '', max_length: 9 };
const inner = (name: string, label: string) => ({
  ...{ name, kind: 'text', label, required: false, allows_null: false, ...member9 },
});

describe('a field of a collection', () => {
  for (const [name, words, rest] of [
    [
      'title',
      'text Title readable creatable required sortable searchable 13',
      { help: 'As on the poster', width: 'half', min_length: 1, max_length: 80 },
    ],
    [
      'code',
      'slug Code readable creatable unique sortable 13',
      { made_from: 'title', max_length: 80, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' },
    ],
    ['price', 'decimal Price readable sortable 9', { default: '0.00', precision: 8, scale: 2 }],
    [
      'minutes',
      'integer Minutes readable allows_null unique sortable 9',
      { min: 1, max: 600, display: 'progress' },
    ],
    [
      'genre',
      'choice Genre readable creatable allows_null sortable 13',
      {
        choices: [
          { value: 'drama', label: 'Drama', color: 'red' },
          { value: 'comedy', label: 'comedy' },
        ],
      },
    ],
    [
      'author',
      'reference Author readable creatable allows_null sortable 9',
      { on_delete: 'delete', target: 'author', sort_by: 'author.name' },
    ],
    [
      'others',
      'references Others readable 9',
      { default: [], max_items: 3, on_delete: 'refuse', target: 'author' },
    ],
    [
      'poster',
      'file Poster readable allows_null private sortable 9',
      { on_delete: 'refuse', max_bytes: 99, types: ['image/png'] },
    ],
    [
      'plot',
      'long-text Plot readable 13',
      { default: '', max_length: 1_048_576, refused: 'Only for super administrators' },
    ],
    [
      'tags',
      'list Tags readable 1',
      {
        ...{ default: [], max_items: 4 },
        items: {
          ...{
            name: 'items',
            kind: 'text',
            label: 'Items',
            required: false,
            allows_null: true,
            unique: false,
          },
          max_length: 9,
        },
      },
    ],
    [
      'place',
      'group Place readable allows_null 1',
      {
        members: [
          inner('city', 'City'),
          {
            name: 'zip',
            kind: 'text',
            label: 'Zip',
            required: false,
            allows_null: true,
            unique: false,
            max_length: 20,
          },
        ],
      },
    ],
    [
      'parts',
      'blocks Parts readable 1',
      {
        ...{ default: [], max_items: 100 },
        blocks: [
          { type: 'quote', label: 'Quote', members: [inner('words', 'Words')] },
          { type: 'note', label: 'Note', members: [inner('words', 'Words'), inner('by', 'By')] },
        ],
      },
    ],
    ['id', 'bigint ID readable filled unique sortable 9', {}],
    ['create_time', 'date-time Created readable filled sortable 9', {}],
    ['update_time', 'date-time Updated readable filled sortable 9', {}],
  ] as const)
    it(`${name}: ${words}`, () => assert.deepEqual(said(name), [words, rest]));

  it('is not described to those who may neither read nor write it', () => {
    const names = described().fields.map((one) => one.name);
    assert.deepEqual(names, [...SHOWN, 'id', 'create_time', 'update_time']);
  });

  it('is described without lists to those who may only write it', () => {
    const all = described({ ...member, uses: { create: true, update: true }, changeable: ['pin', 'title'] });
    assert.deepEqual(
      all.fields.map((one) => one.name),
      ['title', 'pin'],
    );
    assert.deepEqual(said('title', all)[0], 'text Title creatable updatable required 0');
  });

  it('names no collection that the caller does not see', () => {
    const all = described(member, film, { seesAuthors: false });
    assert.equal('sort_by' in (fieldOf('author', all) ?? {}), false);
    const many = ['author', 'others'].map((name) => fieldOf(name)?.many);
    assert.deepEqual(many, [false, true]);
  });
});

describe('a collection', () => {
  const { fields: _, ...whole } = described();
  const only = 'Only for super administrators';
  it('is described to a member', () =>
    assert.deepEqual(whole, {
      ...{ name: 'film', label: 'Film', help: 'What is shown', path: '/v1/film', audit: 'full' },
      ...{ plural: 'Films', icon: 'film', color: 'purple', menu: { section: 'Programme', position: 20 } },
      ...{ title_field: 'title', columns: ['title', 'price', 'update_time'], sort: '-id', search: ['title'] },
      groups: [
        { name: 'a', label: 'Money', fields: ['price'] },
        { name: 'b', label: 'Length', fields: ['minutes'], aside: true },
      ],
      unique: [['code'], ['minutes'], ['title', 'genre']],
      actions: {
        ...{
          list: true,
          read: true,
          aggregate: true,
          export: true,
          usage: true,
          create: 'own',
          import: 'own',
        },
        ...{ bulk: true, presence: true },
      },
      refused: {
        ...{ update: only, delete: 'Only for users who hold “Delete films”', history: only },
        ...{ trash: only, restore: only, purge: only },
      },
      on_request: [
        {
          ...{
            name: 'is_mine',
            kind: 'boolean',
            label: 'Mine',
            readable: true,
            creatable: false,
            updatable: false,
          },
          ...{ filled: true, required: false, allows_null: false, unique: false },
          ...{ sortable: false, searchable: false, filters: ['eq', 'ne'] },
        },
      ],
    }));

  it('is called by its label, and stands in no section, unless it says more', () => {
    const { plural, icon, color, menu } = described(member, author);
    assert.deepEqual([plural, icon, color, menu], ['Author', undefined, undefined, { position: 0 }]);
  });

  const uses = {
    read: true,
    create: true,
    update: 'own',
    delete: 'some',
    history: true,
    trash: true,
  } as const;
  const all = { list: true, read: true, aggregate: true, export: true, usage: true } as const;
  const past = { history: true, trash: true } as const;
  for (const [who, allowed, definition, actions] of [
    ['nobody', { isSignedIn: false, uses: { read: true } }, film, all],
    ['a stranger who may create', { isSignedIn: false, uses: { create: true } }, film, { create: true }],
    [
      'an editor',
      { uses },
      film,
      {
        ...{
          ...all,
          ...past,
          create: true,
          update: 'own',
          delete: 'some',
          import: true,
          bulk: true,
          presence: true,
        },
        upsert: 'own',
      },
    ],
    [
      'an editor of records without unique values',
      { uses },
      { ...author, unique: [] },
      {
        ...all,
        ...past,
        create: true,
        update: 'own',
        delete: 'some',
        import: true,
        bulk: true,
        presence: true,
      },
    ],
    ['who may only delete', { uses: { delete: true } }, film, { delete: true, bulk: true }],
    [
      'an editor of a reviewed collection',
      { uses },
      { ...film, isReviewed: true },
      { ...all, ...past, presence: true },
    ],
    [
      'an editor of a singleton',
      { uses: { read: true, update: true, history: true } },
      { ...film, isSingleton: true },
      { read: true, update: true, history: true, presence: true },
    ],
    ['a member, where a collection has no routes', {}, { ...film, access: undefined }, {}],
  ] as const)
    it(`offers ${who} ${Object.keys(actions).join(', ') || 'nothing'}`, () =>
      assert.deepEqual(described({ ...member, ...allowed } as Allowed, definition).actions, actions));

  it('says of a reviewed one that changes need a set', () => {
    const { reviewed, ...rest } = described({ ...member, uses }, { ...film, isReviewed: true });
    const refused = rest.refused as Record<string, string>;
    assert.equal(reviewed, true);
    assert.match(refused.create ?? '', /change set/);
    assert.equal(refused.purge, only);
    assert.equal('read' in refused, false);
  });

  for (const [what, definition, allowed, more] of [
    ['no path', { path: undefined }, {}, { builtin: true, path: undefined }],
    ['one record', { isSingleton: true }, {}, { singleton: true }],
    ['no help', { presentation: {} }, {}, { help: undefined, groups: [] }],
    [
      'no columns',
      { presentation: { titleField: 'title' } },
      {},
      { columns: ['title', 'code', 'price', 'minutes', 'genre', 'update_time'] },
    ],
    [
      'columns that nobody reads',
      { presentation: { titleField: 'title', columns: ['rank'] } },
      { shown: ['title', 'price'] },
      { columns: ['title', 'price', 'update_time'] },
    ],
    [
      'an order by hand',
      { order: { field: 'minutes', within: 'author', sortsLists: true } },
      {},
      { sort: 'minutes', order: { field: 'minutes', within: 'author', sorts_lists: true } },
    ],
    [
      'an order by hand that does not sort lists',
      { order: { field: 'minutes', within: 'rank', sortsLists: false } },
      {},
      { sort: '-id', order: { field: 'minutes' } },
    ],
    [
      'an order that nobody reads',
      { order: { field: 'rank', sortsLists: true } },
      {},
      { sort: 'rank', order: undefined },
    ],
    ['no fields to read', {}, { uses: {} }, { search: [], title_field: 'id', on_request: undefined }],
    [
      'groups that are written',
      {},
      { changeable: ['pin', 'rank'] },
      {
        groups: [
          { name: 'a', label: 'Money', fields: ['price', 'rank'] },
          { name: 'b', label: 'Length', fields: ['minutes'], aside: true },
          { name: 'c', label: 'Closed', fields: ['pin'] },
        ],
      },
    ],
  ] as const)
    it(`with ${what}`, () => {
      const made = described({ ...member, ...allowed } as Allowed, { ...film, ...definition });
      for (const [name, value] of Object.entries(more)) assert.deepEqual(made[name], value, name);
    });

  it('has the views whose fields the caller may read', () => {
    const views = {
      posters: { label: { en: 'Posters', zh: '海报' }, kind: 'gallery', by: 'poster' },
      ranks: { label: 'Ranks', sort: '-rank' },
      ranked: { label: 'Ranked', filter: { or: [{ genre: 'drama' }, { rank: { gt: 3 } }] } },
      cards: { label: 'Cards', filter: { author: { id_card: '1' } }, columns: ['rank', 'title'] },
      pins: { label: 'Pins', filter: { genre: { in: ['drama', 'comedy'] } }, columns: ['rank'] },
    } as const;
    const viewed = { ...film, presentation: { ...film.presentation, views } };
    const namesFor = (...asked: [Allowed, { seesAuthors?: boolean }?]) =>
      (described(asked[0], viewed, asked[1]).views as { name: string }[] | undefined)?.map(
        ({ name }) => name,
      );
    const superior = { ...member, shown: [...member.shown, 'rank'] };
    assert.deepEqual(namesFor(superior), ['posters', 'ranks', 'ranked', 'cards', 'pins']);
    assert.deepEqual(namesFor(member), ['posters', 'cards', 'pins']);
    assert.deepEqual(namesFor(member, { seesAuthors: false }), ['posters', 'pins']);
    assert.equal(namesFor({ ...member, uses: {} }), undefined);
    const [posters, cards, pins] = described(member, viewed).views as object[];
    assert.deepEqual(posters, { name: 'posters', label: 'Posters', kind: 'gallery', by: 'poster' });
    assert.deepEqual(cards, {
      ...{ name: 'cards', label: 'Cards', kind: 'table', columns: ['title'] },
      filter: { author: { id_card: { eq: '1' } } },
    });
    assert.equal('columns' in (pins ?? {}), false);
  });

  it('is described with its drafts, to those who see these', () => {
    const drafts = {
      ...{ ...film, draftOf: 'film', name: 'film_draft' },
      presentation: { titleField: 'title', preview: { url: 'https://a.example' } },
    };
    const seen = described(member, film, { drafts }).drafts as Described;
    assert.deepEqual(
      [seen.name, seen.preview_page, seen.columns],
      [
        'film',
        'https://a.example',
        ['title', 'code', 'price', 'minutes', 'genre', 'publication', 'update_time'],
      ],
    );
    assert.equal('drafts' in described({ ...member, uses: {} }, film, { drafts }), false);
  });
});
