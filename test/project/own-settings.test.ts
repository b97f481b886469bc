// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineSettings, setting } from '../../server/definitions/index.ts';
import { settingsTableOf } from '../../server/definitions/project/define-settings.ts';
import { readSettingsTable } from '../../server/definitions/project/read-settings.ts';
import { loadOwnSettings } from '../../server/project/own-settings.ts';

const table = {
  SHOP_CURRENCY: setting.choice(['EUR', 'CNY'], { initial: 'EUR', meaning: 'What prices are in.' }),
  SHOP_SEATS: setting.integer({ initial: 9, min: 1, max: 50, meaning: 'Seats.' }),
  SHOP_SECRET: setting.required({ meaning: 'Signs callbacks.', allowed: 'any text' }),
  SHOP_NOTE: setting.optional({ meaning: 'A note.', allowed: 'any text' }),
};

it('a server reads what a project describes, or its default', () => {
  const { values, problems } = readSettingsTable(table, { SHOP_SECRET: 's', SHOP_SEATS: '12' });
  assert.deepEqual(problems, []);
  const [currency, seats]: ['EUR' | 'CNY', number] = [values.SHOP_CURRENCY, values.SHOP_SEATS];
  assert.deepEqual([currency, seats, values.SHOP_SECRET, values.SHOP_NOTE], ['EUR', 12, 's', undefined]);
});

it('a server says of all that cannot be used what is allowed, and prints no secret', () => {
  const given = { SHOP_CURRENCY: 'USD', SHOP_SEATS: '0' };
  assert.deepEqual(readSettingsTable(table, given).problems, [
    "SHOP_CURRENCY: 'USD' cannot be used; allowed: EUR or CNY",
    "SHOP_SEATS: '0' cannot be used; allowed: 1 to 50",
    'SHOP_SECRET: not set; allowed: any text',
  ]);
  const narrow = { API_KEY: setting.choice(['a'], { initial: 'a', meaning: '' }) };
  assert.doesNotMatch(readSettingsTable(narrow, { API_KEY: 'hidden' }).problems.join(), /hidden/);
});

describe('options of a setting that are refused', () => {
  const meaning = 'It says.';
  const kinds = setting as unknown as Record<string, (...given: unknown[]) => never>;
  for (const [kind, given, problem] of [
    [
      'integer',
      [{ initial: 0, min: 0, meaning }],
      "setting.integer: 'max' is missing; it must be a whole number",
    ],
    [
      'integer',
      [{ initial: 0, min: 1, max: 9, meaning }],
      "'initial' must be from 1 to 9, as 'min' and 'max' say",
    ],
    ['integer', [{ initial: '5', min: 1, max: 9, meaning }], "'initial' must be a whole number, not '5'"],
    [
      'boolean',
      [{ inital: true, meaning }],
      "setting.boolean: a setting of this kind has no option 'inital'; did you mean 'initial'?",
    ],
    ['choice', [['EUR'], { initial: 'USD', meaning }], "'initial' must be one of the words: EUR"],
    ['choice', [[], { initial: 'EUR', meaning }], 'setting.choice needs a list of words'],
    ['text', [{ initial: '', meaning, fits: 'yes' }], "'allowed' is missing"],
    [
      'required',
      [{ meaning, allowed: 'any text', initial: 'x' }],
      "setting.required: a setting of this kind has no option 'initial'",
    ],
    ['optional', [], 'setting.optional: the options of a setting of this kind must be an object'],
    ['integers', [{ initial: '1', meaning, allowed: 'x', min: 1, max: 9 }], "'most' is missing"],
  ] as const)
    it(`setting.${kind}: ${problem}`, () => {
      assert.throws(
        () => kinds[kind]?.(...given),
        (error: Error) => error.constructor.name === 'CannotStart' && error.message.includes(problem),
      );
    });
});

it('a server refuses names that no environment has', () => {
  for (const name of ['shopSeats', 'SHOP-SEATS', '1SHOP', 'SHOP__SEATS', ''])
    assert.throws(
      () => defineSettings({ [name]: table.SHOP_SEATS }),
      /allowed are names such as SHOP_CURRENCY/,
    );
});

it('a server finds the file beside the collections, if there is one', async () => {
  assert.deepEqual(Object.keys(await loadOwnSettings('test/projects/festival')), [
    'FESTIVAL_SEATS',
    'FESTIVAL_CURRENCY',
  ]);
  assert.deepEqual(await loadOwnSettings('test/projects/shop'), {});
  assert.equal(settingsTableOf({}), undefined);
});
