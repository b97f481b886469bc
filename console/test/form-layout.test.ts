import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openEntries } from '../src/form/entries.ts';
import { layoutOf, widthOf } from '../src/pages/record/form-parts.ts';
import { collectionOf, fieldOf } from './collections.ts';

const title = fieldOf('title');
const price = fieldOf('price', 'decimal');
const cast = fieldOf('cast', 'references');
const fields = [title, price, cast];

describe('the fields of a form', () => {
  it('stand in their groups, those without one first', () => {
    const groups = [
      { name: 'more', label: 'More', fields: ['cast', 'gone', 'title'] },
      { name: 'none', label: 'None', fields: ['hidden'] },
      { name: 'last', label: 'Last', fields: ['year'] },
    ];
    const entries = openEntries([...fields, fieldOf('year')], {});
    const shown = layoutOf(collectionOf([], { groups }), entries).content.map(
      ({ name, label, first, entries: some }) => [name, label, first, some.map(({ field }) => field.name)],
    );
    assert.deepEqual(shown, [
      ['', '', 0, ['price']],
      ['more', 'More', 1, ['cast', 'title']],
      ['last', 'Last', 3, ['year']],
    ]);
    assert.deepEqual(
      layoutOf(collectionOf([], { groups }), entries.slice(0, 1)).content.map(({ name }) => name),
      ['more'],
    );
  });

  it('stand beside the content where the definition says so, or their kinds and much content', () => {
    const about = [fieldOf('state', 'choice'), fieldOf('made_on', 'date'), fieldOf('shown', 'boolean')];
    const asideOf = (
      some: ReturnType<typeof fieldOf>[],
      groups: ReturnType<typeof collectionOf>['groups'] = [],
    ) =>
      layoutOf(collectionOf([], { groups }), openEntries(some, {})).aside.flatMap(({ entries }) =>
        entries.map(({ field }) => field.name),
      );
    const body = fieldOf('body', 'rich-text');
    assert.deepEqual(asideOf([title, body, ...about]), ['state', 'made_on', 'shown']);
    assert.deepEqual(asideOf([title, price, ...about]), [], 'a short form needs no column');
    const money = [{ name: 'money', label: 'Money', fields: ['price'], aside: true }];
    assert.deepEqual(asideOf([title, body, price, ...about], money), ['price']);
    const many = Array.from({ length: 9 }, (_, index) => fieldOf(`flag_${index}`, 'boolean'));
    assert.deepEqual(asideOf([body, ...many]), [], 'too many for a column');
  });

  it('take as much of a line as their definition says, or their kind needs', () => {
    const widths = [
      ...[
        title,
        price,
        fieldOf('code', 'text', { max_length: 20 }),
        fieldOf('about', 'text', { max_length: 200 }),
      ],
      fieldOf('year', 'integer', { width: 'full' }),
    ].map((field) => widthOf(field, 'title'));
    assert.deepEqual(widths, ['full', 'third', 'half', 'full', 'full']);
  });
});
