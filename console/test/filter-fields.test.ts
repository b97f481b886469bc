import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterQuery, onlyIds } from '../src/api/records/record-filter.ts';
import {
  conditionsIn,
  type FilterGroup,
  filterForApi,
  filterFrom,
  filterText,
} from '../src/pages/list/filter/filter.ts';
import { filterFields, operatorsFor } from '../src/pages/list/filter/filter-fields.ts';
import { firstValue, keptValue, newCondition } from '../src/pages/list/filter/new-condition.ts';
import { collectionOf, fieldOf } from './collections.ts';

const EQUALITY = ['eq', 'ne', 'in', 'null'];
const fieldIn = (kind: string, filters: readonly string[]) => fieldOf('one', kind, { filters: [...filters] });

describe('the comparisons that a filter offers', () => {
  for (const [kind, filters, offered] of [
    ['point', [...EQUALITY, 'near', 'within'], ['near', 'eq', 'ne', 'null']],
    ['integer', [...EQUALITY, 'gt', 'lt'], ['eq', 'ne', 'in', 'gt', 'lt', 'null']],
    ['choice', [...EQUALITY, 'contains', 'ncontains', 'ends'], ['eq', 'ne', 'in', 'null']],
    ['bigint', [...EQUALITY, 'nin'], ['eq', 'ne', 'in', 'nin', 'null']],
    ['point', [...EQUALITY, 'nin'], ['eq', 'ne', 'null']],
    ['boolean', ['eq', 'gt', 'gte', 'lt', 'lte', 'starts'], ['eq']],
    ['reference', [...EQUALITY, 'below', 'above', 'gt'], ['eq', 'ne', 'in', 'below', 'above', 'null']],
    [
      'text',
      ['lt', 'lte', 'gt', 'gte', 'starts', 'ends', 'contains', 'ncontains', 'eq'],
      ['contains', 'ncontains', 'eq', 'starts', 'ends', 'gte', 'lte', 'gt', 'lt'],
    ],
  ] as const)
    it(kind, () => assert.deepEqual(operatorsFor(fieldIn(kind, filters)), offered));
});

describe('another comparison', () => {
  const place = fieldIn('point', []);
  const year = fieldIn('integer', []);
  for (const [field, before, value, next, kept] of [
    [place, 'near', '52.5,13.4,500', 'eq', ''],
    [place, 'eq', '52.5,13.4', 'near', ''],
    [place, 'eq', '52.5,13.4', 'ne', '52.5,13.4'],
    [year, 'in', '1,2', 'eq', '1'],
    [year, 'nin', '1,2', 'eq', '1'],
    [year, 'in', '1,2', 'nin', '1,2'],
    [year, 'eq', '1', 'gt', '1'],
    [year, 'eq', '1', 'null', 'true'],
    [year, 'null', 'true', 'eq', ''],
    [year, 'in', '', 'eq', ''],
    [fieldOf('one', 'boolean'), 'null', 'true', 'eq', 'true'],
    [fieldOf('one', 'choice', { choices: [{ value: 'a', label: 'A' }] as never }), 'null', 'true', 'eq', 'a'],
  ] as const)
    it(`${next} after ${before} keeps of ${value} what it can read`, () => {
      assert.equal(keptValue(field, { field: 'one', operator: before, value }, next), kept);
    });
});

describe('the fields that a list can be filtered by', () => {
  const country = collectionOf(
    [fieldOf('id'), fieldOf('name'), fieldOf('continent', 'reference', { target: 'continent' })],
    {
      on_request: [fieldOf('history')],
    },
  );
  const hidden = collectionOf([fieldOf('name')], { actions: {} });
  const collection = collectionOf(
    [
      fieldOf('title'),
      fieldOf('secret', 'text', { readable: false }),
      fieldOf('plain', 'text', { filters: [] }),
      fieldOf('country', 'reference', { target: 'country', label: 'Country' }),
      fieldOf('owner', 'reference', { target: 'hidden' }),
      fieldOf('other', 'reference', { target: 'unknown' }),
    ],
    { on_request: [fieldOf('body')] },
  );
  const find = (name: string) => ({ country, hidden })[name];

  it('are its own, and those of the records that it refers to', () => {
    const found = filterFields(collection, find);
    assert.deepEqual(
      found.map(({ path, label }) => [path, label]),
      [
        ...['title', 'country', 'owner', 'other', 'body'].map((name) => [
          name,
          name === 'country' ? 'Country' : name.toUpperCase(),
        ]),
        ['country.name', 'Country → NAME'],
        ['country.history', 'Country → HISTORY'],
      ],
    );
    assert.equal(found.at(-2)?.field, country.fields[1]);
  });

  it('begin a condition with the first of them', () => {
    const choices = [
      { value: 'draft', label: 'Draft' },
      { value: 'done', label: 'Done' },
    ];
    const state = fieldOf('state', 'choice', { filters: ['eq', 'ne'], choices: choices as never });
    const of = (field = state) => newCondition([{ path: `film.${field.name}`, label: '', field }]);
    assert.deepEqual(of(), { field: 'film.state', operator: 'eq', value: 'draft' });
    assert.deepEqual(of(fieldOf('title', 'text', { filters: ['eq', 'contains'] })), {
      ...{ field: 'film.title', operator: 'contains', value: '' },
    });
    assert.deepEqual(newCondition([]), { field: '', operator: 'eq', value: '' });
    assert.deepEqual(
      [
        firstValue(fieldOf('a', 'boolean'), 'eq'),
        firstValue(fieldOf('a'), 'null'),
        firstValue(fieldOf('a', 'choice'), 'eq'),
      ],
      ['true', 'true', ''],
    );
  });
});

describe('a filter', () => {
  const title = { field: 'title', operator: 'contains', value: 'a,b' };
  const ids = { field: 'author.id', operator: 'in', value: '1, 2' };
  const open = { field: 'year', operator: 'gt', value: '' };
  const group: FilterGroup = { all: true, parts: [title, { all: false, parts: [ids, open] }, open] };

  it('comes back from the address as it was', () => {
    const text = filterText(group);
    assert.equal(
      text,
      '{"and":[["title","contains","a,b"],{"or":[["author.id","in","1, 2"],["year","gt",""]]},["year","gt",""]]}',
    );
    assert.deepEqual(filterFrom(text), group);
    assert.equal(filterText({ all: true, parts: [] }), undefined);
  });

  for (const [text, read] of [
    [undefined, undefined],
    ['{', undefined],
    ['null', undefined],
    ['7', undefined],
    ['["title","eq","a"]', undefined],
    ['{"not":[]}', undefined],
    ['{"and":7}', undefined],
    ['{}', undefined],
    [
      '{"or":[["title","eq"],["title"],[],7,null]}',
      { all: false, parts: [{ field: 'title', operator: 'eq', value: '' }] },
    ],
    ['{"and":[["year","eq",7]]}', { all: true, parts: [{ field: 'year', operator: 'eq', value: '7' }] }],
  ] as const)
    it(`in the address as ${text} is ${JSON.stringify(read)}`, () =>
      assert.deepEqual(filterFrom(text), read));

  it('asks the API with its complete conditions', () => {
    assert.deepEqual(filterForApi(group), {
      and: [{ title: { contains: 'a,b' } }, { or: [{ author: { id: { in: ['1', '2'] } } }] }],
    });
    assert.equal(filterForApi({ all: true, parts: [open, { all: true, parts: [] }] }), undefined);
    for (const part of ['field', 'operator', 'value'])
      assert.equal(filterForApi({ all: true, parts: [{ ...title, [part]: '' }] }), undefined);
  });

  it('counts its complete conditions', () => {
    assert.deepEqual(
      [conditionsIn(group), conditionsIn({ all: true, parts: [open] }), conditionsIn(undefined)],
      [2, 0, 0],
    );
  });

  it('becomes parameters of a request', () => {
    const asked = {
      q: 'a b',
      missing: 'en,de',
      filter: { and: [{ year: { eq: 1 } }, { title: { ne: undefined } }] },
    };
    assert.deepEqual(filterQuery(asked), [
      ['q', 'a b'],
      ['missing', 'en,de'],
      ['filter[and][0][year][eq]', '1'],
    ]);
    assert.deepEqual(filterQuery({}), []);
  });

  it('of ids takes a hundred at a time', () => {
    const many = Array.from({ length: 101 }, (_, index) => String(index));
    assert.deepEqual(onlyIds(many), {
      filter: { or: [{ id: { in: many.slice(0, 100).join() } }, { id: { in: '100' } }] },
    });
  });
});
