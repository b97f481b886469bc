// No engine changes its result: settings are read before a database is opened.
import assert from 'node:assert/strict';
import { it } from 'node:test';
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

it('reads what a project describes, or its default', () => {
  const { values, problems } = readSettingsTable(table, { SHOP_SECRET: 's', SHOP_SEATS: '12' });
  assert.deepEqual(problems, []);
  const [currency, seats]: ['EUR' | 'CNY', number] = [values.SHOP_CURRENCY, values.SHOP_SEATS];
  assert.deepEqual([currency, seats, values.SHOP_SECRET, values.SHOP_NOTE], ['EUR', 12, 's', undefined]);
});

it('says of all that cannot be used what is allowed, and prints no secret', () => {
  const given = { SHOP_CURRENCY: 'USD', SHOP_SEATS: '0' };
  assert.deepEqual(readSettingsTable(table, given).problems, [
    "SHOP_CURRENCY: 'USD' cannot be used; allowed: EUR or CNY",
    "SHOP_SEATS: '0' cannot be used; allowed: 1 to 50",
    'SHOP_SECRET: not set; allowed: any text',
  ]);
  const narrow = { API_KEY: setting.choice(['a'], { initial: 'a', meaning: '' }) };
  assert.doesNotMatch(readSettingsTable(narrow, { API_KEY: 'hidden' }).problems.join(), /hidden/);
});

it('refuses names that no environment has', () => {
  for (const name of ['shopSeats', 'SHOP-SEATS', '1SHOP', 'SHOP__SEATS', ''])
    assert.throws(
      () => defineSettings({ [name]: table.SHOP_SEATS }),
      /allowed are names such as SHOP_CURRENCY/,
    );
});

it('finds the file beside the records, if there is one', async () => {
  assert.deepEqual(Object.keys(await loadOwnSettings('test/projects/festival')), [
    'FESTIVAL_SEATS',
    'FESTIVAL_CURRENCY',
  ]);
  assert.deepEqual(await loadOwnSettings('test/projects/shop'), {});
  assert.equal(settingsTableOf({}), undefined);
});
