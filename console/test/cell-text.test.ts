import './page.ts';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { FieldDescription } from '../src/api/definitions.ts';
import type { ListedRecord } from '../src/api/records/record-list.ts';
import { helpOf } from '../src/fields/field-help.ts';
import { numberText } from '../src/fields/text/number-text.ts';
import { plainText } from '../src/fields/text/plain-text.ts';
import { makeCellTexts } from '../src/pages/list/grid/cell-text.ts';
import { loadLanguage, loadPageTexts } from '../src/texts/index.ts';
import { collectionOf, fieldOf } from './collections.ts';

const author = collectionOf([fieldOf('name'), fieldOf('title')], { name: 'author', title_field: 'name' });
const choices = [
  { value: 'a', label: 'First' },
  { value: 'b', label: 'Second' },
] as const;

/** The texts of a record with these values, in columns for these fields. */
function cells(fields: readonly FieldDescription[], values: object, language = 'en'): readonly string[] {
  const find = (name: string) => (name === 'author' ? author : undefined);
  return makeCellTexts(fields, find, language)({ id: '1', ...values } as unknown as ListedRecord);
}

before(async () => {
  await loadPageTexts();
});

describe('a cell of a list reads', () => {
  const [, second] = choices;
  const inside = { kind: 'text', label: 'What', required: false, allows_null: true, unique: false };
  for (const [what, field, value, text] of [
    ['nothing', fieldOf('a'), null, ''],
    ['an absent value', fieldOf('a'), undefined, ''],
    ['a text', fieldOf('a'), 'tea', 'tea'],
    ['several texts', fieldOf('a', 'tags'), ['tea', 'cup'], 'tea, cup'],
    ['a truth', fieldOf('a', 'boolean'), true, 'Yes'],
    ['no truth', fieldOf('a', 'boolean'), false, 'No'],
    ['a choice by its label', fieldOf('a', 'choice', { choices }), second.value, second.label],
    ['a choice that is gone by its word', fieldOf('a', 'choice', { choices }), 'c', 'c'],
    ['a year without a separator', fieldOf('a', 'integer'), '1860', '1860'],
    ['a long number in groups', fieldOf('a', 'integer'), '9007199254740993', '9,007,199,254,740,993'],
    ['an id as it is', fieldOf('id', 'integer'), '12345', '12345'],
    [
      'every digit of a long decimal',
      fieldOf('a', 'decimal'),
      `-${'9'.repeat(45)}.${'1'.repeat(20)}`,
      `-${Array(15).fill('999').join()}.${'1'.repeat(20)}`,
    ],
    ['a decimal with its zeros', fieldOf('a', 'decimal'), '1234.50', '1,234.50'],
    ['a day as such in every zone', fieldOf('a', 'date'), '2026-06-15', 'Jun 15, 2026'],
    ['rich text without its tags', fieldOf('a', 'rich-text'), '<p>one</p><p>two</p>', ' one  two '],
    ['a point as JSON', fieldOf('a', 'point'), { lat: 1, lng: 2 }, '{"lat":1,"lng":2}'],
    ['JSON with long numbers', fieldOf('a', 'json'), [9007199254740993n], '["9007199254740993"]'],
    [
      'parts in one line',
      fieldOf('a', 'list', { items: { ...inside, name: 'b' } } as never),
      ['one', 'two'],
      'one · two',
    ],
  ] as const)
    it(what, () =>
      assert.deepEqual(cells([field, fieldOf('z')], { [field.name]: value, z: '!' }), [text, '!']),
    );
});

describe('a cell of a list shows', () => {
  it('at most 300 letters of what may be long', () => {
    const long = 'x'.repeat(301);
    assert.equal(cells([fieldOf('a', 'rich-text')], { a: long })[0]?.length, 300);
    assert.equal(cells([fieldOf('a', 'json')], { a: long })[0]?.length, 300);
    assert.equal(cells([fieldOf('a')], { a: long })[0]?.length, 301);
  });

  it('the titles of references, and what hides those without one', () => {
    const [one, many] = [
      fieldOf('one', 'reference', { target: 'author' }),
      fieldOf('many', 'references', { target: 'author' }),
    ];
    const expanded = { one: { name: 'Ann' }, many: [{ name: 'Ben' }, null, { name: '' }] };
    assert.deepEqual(cells([one, many], { one: '7', many: ['8', '9', '10'], expanded }), [
      'Ann',
      'Ben, 9 (deleted, or hidden from you), Untitled',
    ]);
    assert.deepEqual(cells([one, many], { one: '7', many: [] }), ['7 (deleted, or hidden from you)', '']);
    assert.deepEqual(cells([{ ...one, target: 'hidden' }], { one: '7', expanded }), ['7']);
  });

  it('files by their names in the order of the record, and says which are gone', () => {
    const expanded = {
      files: [
        { id: 2n, name: 'b.png' },
        { id: 1n, name: 'a.png' },
      ],
      file: null,
    };
    assert.deepEqual(
      cells([fieldOf('files', 'files'), fieldOf('file', 'file')], {
        files: ['1', '3', '2'],
        file: '4',
        expanded,
      }),
      ['a.png, 3 (deleted, or hidden from you), b.png', '4 (deleted, or hidden from you)'],
    );
  });

  it('the state of a draft with its plans', () => {
    const state = fieldOf('publication', 'choice', { choices, filled: true });
    const [publish_time, unpublish_time] = [Date.UTC(2001, 1, 3, 12), Date.UTC(2002, 1, 3, 12)];
    assert.deepEqual(cells([state], { publication: 'a' }), ['First']);
    assert.match(
      cells([state], { publication: 'a', publish_time, unpublish_time })[0] ?? '',
      /^First · scheduled for Feb 3, 2001, .* · until Feb 3, 2002, /,
    );
    assert.deepEqual(cells([{ ...state, filled: false }], { publication: 'a', publish_time }), ['First']);
  });

  it('a moment of this year without the year', () => {
    const [now, then] = [new Date(), new Date(2001, 5, 15, 12)];
    const of = (time: Date) => cells([fieldOf('a', 'date-time')], { a: time.getTime() })[0] ?? '';
    assert.match(of(then), /^Jun 15, 2001, 12:00\sPM$/);
    assert.doesNotMatch(of(now), new RegExp(String(now.getFullYear())));
  });

  it('a record once: the same texts for the same record', () => {
    const texts = makeCellTexts([fieldOf('a')], () => undefined, 'en');
    const record = { id: '1', a: 'x' } as unknown as ListedRecord;
    assert.equal(texts(record), texts(record));
    assert.notEqual(texts(record), texts({ ...record }));
  });
});

describe('a number', () => {
  for (const [value, text] of [
    ['1234', '1234'],
    ['12345', '12,345'],
    ['-12345', '-12,345'],
    ['1234.5', '1,234.5'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['1e5', '1e5'],
    ['.5', '.5'],
    ['', ''],
  ] as const)
    it(`'${value}' reads '${text}'`, () => assert.equal(numberText(value), text));

  it('reads as the language of the reader writes it, also after another one', async () => {
    await loadLanguage('zh');
    assert.equal(numberText('12345.6'), '12,345.6');
    await loadLanguage('en');
    assert.equal(numberText('12345'), '12,345');
  });
});

describe('a value as text', () => {
  for (const [what, field, value, text] of [
    ['nothing', fieldOf('a'), null, ''],
    ['an empty text', fieldOf('a', 'integer'), '', ''],
    ['a truth', fieldOf('a', 'boolean'), true, 'Yes'],
    ['no truth', fieldOf('a', 'boolean'), false, 'No'],
    ['a list', fieldOf('a'), ['x', 'y'], 'x, y'],
    ['a choice', fieldOf('a', 'choice', { choices }), 'b', 'Second'],
    ['a choice that is gone', fieldOf('a', 'choice', { choices }), 'c', 'c'],
    ['a number', fieldOf('a', 'decimal'), '12345.60', '12,345.60'],
    ['a day', fieldOf('a', 'date'), '2026-06-15', 'June 15, 2026'],
    ['Markdown', fieldOf('a', 'rich-text', { format: 'markdown' }), '*x*', '*x*'],
  ] as const)
    it(what, () => assert.equal(plainText(field, value as never), text));
});

describe('the help below a label', () => {
  for (const [what, field, text] of [
    ['nothing', {}, ''],
    ['the words of the author', { help: 'As printed.' }, 'As printed.'],
    ['a lower bound', { min: 3 }, 'At least 3.'],
    ['an upper bound', { max: 12345 }, 'At most 12,345.'],
    [
      'the words of the author and both bounds',
      { help: 'So many.', min: 0, max: 9 },
      'So many. From 0 to 9.',
    ],
    ['no bound that every value keeps', { min: -2147483648, max: 2147483647 }, ''],
    ['the end that is narrower', { min: -2147483648, max: 9 }, 'At most 9.'],
  ] as const)
    it(`is ${what}`, () => assert.equal(helpOf(fieldOf('a', 'integer', field as never)), text));

  it('counts the digits of a decimal without bounds', () => {
    const digits = helpOf(fieldOf('a', 'decimal', { scale: 2 } as never));
    assert.match(digits, /2/);
    assert.equal(helpOf(fieldOf('a', 'integer', { scale: 2 } as never)), '');
    assert.notEqual(helpOf(fieldOf('a', 'decimal', { scale: 2, max: 9 } as never)), digits);
  });

  it('says that a value can be made from another field', () => {
    assert.notEqual(helpOf(fieldOf('a', 'text', { made_from: 'title' } as never)), '');
  });
});
