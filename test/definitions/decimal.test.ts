import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { openSqlite } from '../../server/database/sqlite/open.ts';
import { decode, encode, Unfit } from '../../server/database/values.ts';
import { toCompared } from '../../server/definitions/conversion/compared.ts';
import type { Field } from '../../server/definitions/field.ts';
import { decimal, defineCollection } from '../../server/definitions/index.ts';
import { ExactNumber } from '../../server/shared/exact-json.ts';
import { temporaryFolder } from '../support/test-database.ts';
import { refuses, takes } from './cleaning.ts';

describe('decimal', () => {
  const price = decimal({ precision: 6, scale: 2 });

  test('pads to its scale and writes each number in one way only', () => {
    const same: [unknown, string][] = [
      ['1', '1.00'],
      ['001.5', '1.50'],
      ['1.5000', '1.50'],
      ['-0', '0.00'],
      ['-0.00', '0.00'],
      ['-0.01', '-0.01'],
      [19.9, '19.90'],
      [7n, '7.00'],
      ['9999.99', '9999.99'],
    ];
    for (const [sent, kept] of same) takes(price, sent, kept);
    takes(decimal({ precision: 2, scale: 2 }), '.5'.padStart(3, '0'), '0.50');
    takes(decimal({ precision: 3, scale: 0 }), '42');
  });

  test('takes the digits of a number that a double would round', () => {
    const wide = decimal({ precision: 18, scale: 2 });
    takes(wide, new ExactNumber('1234567890123456.78'), '1234567890123456.78');
    refuses(wide, new ExactNumber('1234567890123456.789'), new ExactNumber('1e400'));
  });

  test('refuses what does not fit, and never rounds', () => {
    refuses(price, '1.005', 0.001, '10000', '-10000.00', '9999.999');
    refuses(
      price,
      '',
      '.',
      '1.',
      'abc',
      '1e2',
      '+1',
      ' 1',
      '1,5',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      true,
      [],
    );
  });

  test('is itself again after the engine has kept it', () => {
    const engine = openSqlite(join(temporaryFolder(), 'data.db'));
    const shape = fc
      .integer({ min: 1, max: 65 })
      .chain((precision) =>
        fc.record({ precision: fc.constant(precision), scale: fc.nat({ max: precision }) }),
      );
    const sample = shape.chain(({ precision, scale }) => {
      const highest = 10n ** BigInt(precision) - 1n;
      return fc.tuple(fc.constant({ precision, scale }), fc.bigInt({ min: -highest, max: highest }));
    });
    fc.assert(
      fc.property(sample, ([{ precision, scale }, units]) => {
        const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
        const cut = digits.length - scale;
        const sent = `${units < 0n ? '-' : ''}${digits.slice(0, cut)}${scale ? `.${digits.slice(cut)}` : ''}`;
        const field = decimal({ precision, scale });
        const kept = field.clean(sent);
        assert.equal(kept, sent);
        const raw = engine.encode(field.column, kept);
        if (precision <= 18) assert.equal(raw, units);
        else assert.match(String(raw), /^\d{66}$/);
        assert.equal(engine.decode(field.column, raw), kept);
      }),
    );
    return engine.close();
  });

  test('of many digits is stored in texts that sort as the numbers do, and takes no other text for one', () => {
    const { column } = decimal({ precision: 65, scale: 0 });
    const most = 10n ** 65n - 1n;
    const number = fc.oneof(fc.bigInt({ min: -most, max: most }), fc.bigInt({ min: -2n, max: 2n }));
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [first, second] = [encode(column, one), encode(column, other)] as [string, string];
        assert.equal(first < second, one < other);
        assert.equal(first === second, one === other);
      }),
    );
    for (const raw of ['', '0', 'x', 5n, `2${'0'.repeat(65)}`, '0'.repeat(67), ` ${'0'.repeat(65)}`])
      assert.throws(() => decode(column, raw), Unfit);
  });

  test('stays between its least and its greatest value', () => {
    const share = decimal({ precision: 5, scale: 2, min: '-0.5', max: '100' });
    for (const value of ['-0.50', '0.00', '100.00']) takes(share, value);
    refuses(share, '-0.51', '100.01', -1, 999);
    const positive = decimal({ precision: 4, scale: 2, min: '0.01' });
    takes(positive, '99.99');
    refuses(positive, '0', '-5');
    assert.equal(toCompared(positive, '-5'), '-5.00', 'a filter may compare with any number');
  });

  test('has at most 65 digits, as in the columns of MariaDB', () => {
    const define = (price: Field) =>
      defineCollection({ name: 'thing', label: 'x', audit: 'none', fields: { price } });
    assert.throws(() => define(decimal({ precision: 66, scale: 2 })), /field 'price': 'precision'.*65/);
    define(decimal({ precision: 65, scale: 65, min: `-0.${'9'.repeat(65)}`, default: '0' }));
    assert.throws(() => define(decimal({ precision: 3, scale: 4 })), /field 'price': 'scale'/);
  });
});
