// No engine changes its result: values are made up before they are written.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MadeUpValues } from '../../server/cli/access/made-up-values.ts';
import {
  blocks,
  choice,
  date,
  dateTime,
  decimal,
  defineCollection,
  email,
  group,
  integer,
  json,
  list,
  point,
  text,
  url,
} from '../../server/definitions/index.ts';
import { Problem } from '../../server/definitions/problem.ts';

const REQUIRED = { required: true } as const;
const code = (pattern: RegExp) => text({ max: 30, ...REQUIRED, pattern });

/** Fields of which many values can be made up. */
const many = {
  plain: text({ max: 4, ...REQUIRED }),
  sku: code(/[A-Z]{3}-\d{3}/),
  any_case: code(/[a-f]{2}\d{2}/i),
  ahead: code(/(?=.*\d)(?!000)[a-z0-9]{6}/),
  behind: code(/[a-z]+(?<=ab?c*)/),
  bounded: code(/\b[\w()]+\b/),
  class_of_brackets: code(/[()[\]]{2,5}/),
  letters: code(/\p{Lu}{2,}/u),
  group: code(/(?<year>20\d\d)-(?:0[1-9]|1[0-2])/),
  lines: text({ max: 30, ...REQUIRED, multiline: true, pattern: /a.+/s }),
  mail: email(REQUIRED),
  link: url(REQUIRED),
  number: integer({ min: 40, max: 900, ...REQUIRED }),
  price: decimal({ precision: 6, scale: 2, min: '1.00', ...REQUIRED }),
  day: date({ min: '2026-01-01', ...REQUIRED }),
  moment: dateTime(REQUIRED),
};

/** Fields of which at least one can be. */
const once = {
  word: choice(['a', 'b'], REQUIRED),
  place: point(REQUIRED),
  free: json(REQUIRED),
  least: decimal({ precision: 4, scale: 2, max: '0.05', ...REQUIRED }),
  late: date({ min: '2030-01-01', ...REQUIRED }),
  address: group(
    { street: text({ max: 20, ...REQUIRED }), zip: code(/\d{5}/), note: text({ max: 9 }) },
    REQUIRED,
  ),
  codes: list(text({ max: 9, pattern: /[A-Z]\d/ }), REQUIRED),
  parts: blocks({ quote: group({ words: text({ max: 40, ...REQUIRED }) }) }, REQUIRED),
};

const record = defineCollection({
  name: 'thing',
  label: 'Thing',
  audit: 'none',
  fields: { ...many, ...once },
});

describe('a made-up value', () => {
  for (const [name, field] of Object.entries({ ...many, ...once }))
    it(`is taken by the field ${name}`, async () => {
      const value = await new MadeUpValues().of(record, name, false);
      assert.ok(value !== undefined);
      assert.equal(field.problems, undefined);
      assert.ok(!(field.clean(value) instanceof Problem), JSON.stringify(value));
    });

  for (const name of Object.keys(many))
    it(`differs from those before where ${name} tells records apart, and is the same elsewhere`, async () => {
      const values = new MadeUpValues();
      const distinct = [];
      for (let turn = 0; turn < 5; turn += 1) distinct.push(await values.of(record, name, true));
      assert.equal(new Set(distinct).size, 5, JSON.stringify(distinct));
      const same = new MadeUpValues();
      assert.deepEqual(await same.of(record, name, false), await same.of(record, name, false));
    });

  it('is undefined where nothing is found', async () => {
    const odd = defineCollection({
      name: 'odd',
      label: 'Odd',
      audit: 'none',
      fields: { ahead: code(/(?=qq)\w+/), sets: code(/[[a-z]--[aeiou]]{3}/v) },
    });
    for (const name of ['ahead', 'sets'])
      assert.equal(await new MadeUpValues().of(odd, name, false), undefined);
  });

  it('comes again where a field holds few', async () => {
    const flag = defineCollection({ name: 'f', label: 'F', audit: 'none', fields: { word: once.word } });
    const values = new MadeUpValues();
    assert.deepEqual(
      [
        await values.of(flag, 'word', true),
        await values.of(flag, 'word', true),
        await values.of(flag, 'word', true),
      ],
      ['a', 'b', 'a'],
    );
  });
});
