// No engine changes its result: definitions are checked before there is a database.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Field } from '../../server/definitions/field.ts';
import {
  bigint,
  choice,
  decimal,
  defineCollection,
  defineSingleton,
  email,
  integer,
  text,
  url,
} from '../../server/definitions/index.ts';

const fields = { title: text({ max: 50 }) };
const collection = (looks: object) =>
  defineCollection({ name: 'thing', label: 'Thing', audit: 'none', fields, ...looks });
const holding = (field: unknown) =>
  defineCollection({
    name: 'thing',
    label: 'Thing',
    audit: 'none',
    fields: { ...fields, field } as { title: (typeof fields)['title'] },
  });

describe('how a collection is recognised', () => {
  for (const looks of [
    { plural: 'Things' },
    { plural: { en: 'Things', zh: '东西' }, icon: 'book', color: 'teal' },
    { menu: { section: 'Catalogue' } },
    { menu: { section: { en: 'Catalogue', zh: '目录' }, position: -5 } },
  ])
    it(`takes ${JSON.stringify(looks)}`, () => assert.deepEqual(collection(looks).presentation, looks));

  for (const [looks, refusal] of [
    [{ plural: '' }, /'plural' must be text/],
    [{ icon: 'boook' }, /'icon' must be the name of an icon.*did you mean 'book'\?/],
    [{ icon: 'toString' }, /'icon' must be the name of an icon/],
    [{ color: '#ff0000' }, /'color' must be 'gray' or 'brown'/],
    [{ menu: 'Catalogue' }, /'menu' must be \{ section, position \}/],
    [{ menu: { section: 'A', place: 1 } }, /'menu' must be/],
    [{ menu: { position: 1.5 } }, /'menu' must be/],
  ] as const)
    it(`refuses ${JSON.stringify(looks)}`, () => assert.throws(() => collection(looks), refusal));

  it('has no plural where there is one record', () => {
    const access = { read: 'x' } as never;
    const singleton = {
      name: 'site',
      label: 'Site',
      audit: 'none',
      fields,
      access,
      plural: 'Sites',
    } as const;
    assert.throws(() => defineSingleton(singleton as never), /a singleton has no option 'plural'/);
  });
});

describe('how values are shown', () => {
  for (const [what, field, shown] of [
    ['a bar', integer({ min: 0, max: 100, display: 'progress' }), 'progress'],
    ['a bar of decimals', decimal({ precision: 4, scale: 1, max: '99.5', display: 'progress' }), 'progress'],
    ['stars', integer({ min: 1, max: 5, display: 'rating' }), 'rating'],
    ['bytes', bigint({ display: 'file-size' }), 'file-size'],
    ['a colour', text({ max: 9, display: 'color' }), 'color'],
    ['a link', url({ display: 'link' }), 'link'],
    ['a link to mail', email({ display: 'link' }), 'link'],
    ['text', text({ max: 9 }), undefined],
  ] as const)
    it(what, () => {
      assert.equal((field as Field).display, shown);
      holding(field);
    });

  it('changes nothing that a field accepts', () => {
    const [plain, shown] = [integer({ min: 0, max: 9 }), integer({ min: 0, max: 9, display: 'progress' })];
    assert.deepEqual([shown.limits, shown.input], [plain.limits, plain.input]);
  });

  for (const [what, field, refusal] of [
    ['a bar without end', () => integer({ display: 'progress' }), /needs 'max', which is its end/],
    ['eleven stars', () => integer({ max: 11, display: 'rating' }), /a 'max' from 1 to 10/],
    ['negative stars', () => integer({ min: -1, max: 5, display: 'rating' }), /no negative 'min'/],
    [
      'stars of decimals',
      () => decimal({ precision: 2, scale: 1, max: '5.0', display: 'rating' as never }),
      /'display' must be 'progress'/,
    ],
    ['a text as a bar', () => text({ max: 9, display: 'progress' as never }), /'display' must be 'color'/],
    [
      'a colour of no choice',
      () => choice(['draft', 'live'], { colors: { drafts: 'gray' } as never }),
      /'colors' names 'drafts', which is no choice; did you mean 'draft'\?/,
    ],
    [
      'an unknown colour',
      () => choice(['draft'], { colors: { draft: 'grey' as never } }),
      /the colors for 'draft' must be 'gray' or/,
    ],
  ] as const)
    it(`refuses ${what}`, () => assert.throws(() => holding(field()), refusal));
});
