import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ServedDescription } from '../src/api/definitions.ts';
import { idsBy, relationsOf, relationsTo } from '../src/form/relations.ts';

const reference = (name: string, target: string, more = {}) => ({
  ...{ name, kind: 'reference', target, label: name, allows_null: true, readable: true, filters: ['eq'] },
  ...more,
});
const nested = (name: string, kind: string, inner: object) => ({
  ...{ name, kind, label: name, allows_null: true, readable: true, filters: [] },
  ...inner,
});
const page = {
  name: 'page',
  fields: [
    { ...reference('author', 'person'), translates: undefined },
    reference('tags', 'tag', { kind: 'references' }),
    reference('hidden', 'person', { readable: false }),
    reference('unlisted', 'person', { filters: [] }),
    nested('lines', 'list', {
      items: nested('', 'group', { members: [reference('guests', 'person', { kind: 'references' })] }),
    }),
    nested('parts', 'blocks', {
      blocks: [{ type: 'quote', label: '', members: [reference('by', 'person')] }],
    }),
    reference('words', 'person', { locale: 'en' }),
  ],
} as unknown as ServedDescription;

const values = {
  author: '7',
  tags: ['1', '2'],
  unlisted: '',
  lines: '[{"guests":[9007199254740993,4]},{"guests":[4]},null]',
  parts: '[{"type":"quote","by":5},{"type":"other","by":6},{"type":"quote","by":null}]',
  words: null,
};

it('finds the references of a record at its top and inside its fields, each id once, as its digits', () => {
  const found = relationsOf(page).map((relation) => [relation.path, ...idsBy(relation, values)]);
  assert.deepEqual(found, [
    ['author', '7'],
    ['tags', '1', '2'],
    ['unlisted'],
    ['lines.guests', '9007199254740993', '4'],
    ['parts.quote.by', '5'],
    ['words'],
  ]);
});

it('finds the references that lead to a collection and that the user may list by', () => {
  const person = { name: 'person' } as ServedDescription;
  assert.deepEqual(
    relationsTo(person, [page]).map(({ path }) => path),
    ['author', 'lines.guests', 'parts.quote.by'],
  );
});
