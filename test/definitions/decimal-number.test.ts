import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Decimal, decimal, type Rounding, toDecimal } from '../../server/definitions/index.ts';
import { withPoint } from '../../server/shared/text/with-point.ts';
import { refuses, takes } from './cleaning.ts';

// Pure code, the same on every engine.

const MODES: readonly Rounding[] = ['half-up', 'half-even', 'down', 'up'];

/** A whole number divided and rounded, by BigInt alone. */
function quotient(above: bigint, below: bigint, mode: Rounding): bigint {
  const isNegative = above < 0n !== below < 0n;
  const [dividend, divisor] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const [whole, twice] = [dividend / divisor, 2n * (dividend % divisor)];
  const isUp = {
    'half-up': twice >= divisor,
    'half-even': twice > divisor || (twice === divisor && whole % 2n === 1n),
    down: false,
    up: twice > 0n,
  }[mode];
  const rounded = whole + (isUp ? 1n : 0n);
  return isNegative ? -rounded : rounded;
}

describe('a decimal number', () => {
  it('adds, subtracts, multiplies and compares as whole numbers of its smallest units do', () => {
    const units = fc.bigInt({ min: -(10n ** 65n), max: 10n ** 65n });
    const scale = fc.nat({ max: 30 });
    fc.assert(
      fc.property(units, units, scale, (one, other, digits) => {
        const [first, second] = [toDecimal(withPoint(one, digits)), toDecimal(withPoint(other, digits))];
        assert.equal(first.plus(second).toFixed(digits), withPoint(one + other, digits));
        assert.equal(first.minus(second).toFixed(digits), withPoint(one - other, digits));
        assert.equal(first.times(second).toFixed(2 * digits), withPoint(one * other, 2 * digits));
        assert.equal(Math.sign(first.compare(second)), one < other ? -1 : Number(one > other));
        assert.equal(toDecimal(String(first)).compare(first), 0);
      }),
    );
  });

  it('divides and rounds to a number of digits, in each way', () => {
    const units = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
    const small = fc.bigInt({ min: -20n, max: 20n }).filter((one) => one !== 0n);
    const cases = fc.tuple(units, small, fc.nat({ max: 6 }), fc.constantFrom(...MODES));
    fc.assert(
      fc.property(cases, ([above, below, digits, mode]) => {
        const exact = quotient(above * 10n ** BigInt(digits), below, mode);
        assert.equal(
          toDecimal(above).dividedBy(below, digits, mode).toFixed(digits),
          withPoint(exact, digits),
        );
        const rounded = quotient(above * 10n ** BigInt(digits), 10n ** 6n, mode);
        const text = withPoint(above, 6);
        assert.equal(toDecimal(text).toFixed(digits, mode), withPoint(rounded, digits));
        assert.equal(toDecimal(text).round(digits, mode).toFixed(digits), withPoint(rounded, digits));
      }),
    );
  });

  const texts: readonly (readonly [what: string, text: string, wanted: string])[] = [
    ['what a double gets wrong', String(toDecimal('0.1').plus('0.2')), '0.3'],
    ['a half, away from zero', String(toDecimal('2.345').round(2)), '2.35'],
    ['a negative half, away from zero', String(toDecimal('-2.345').round(2)), '-2.35'],
    ['a half, to the even digit', String(toDecimal('2.345').round(2, 'half-even')), '2.34'],
    ['all digits', toDecimal('19.9').toFixed(2), '19.90'],
    ['no sign of zero', toDecimal('-0.001').toFixed(2), '0.00'],
    ['no sign of a sent zero', `${toDecimal('-0.0')}`, '0'],
    [
      'no exponent, however small',
      String(toDecimal('0.0000000001').times('0.0000000001')),
      `0.${'0'.repeat(19)}1`,
    ],
    ['no exponent, however large', String(toDecimal(10n ** 64n)), `1${'0'.repeat(64)}`],
    ['a whole number', String(toDecimal(3).times(4n)), '12'],
    ['zeros in front', String(toDecimal('0019.90')), '19.9'],
    ['JSON', JSON.stringify({ price: toDecimal('19.90') }), '{"price":"19.9"}'],
  ];
  for (const [what, text, wanted] of texts) it(`writes ${what}`, () => assert.equal(text, wanted));

  it('is made of nothing that is no exact number', () => {
    const none = [
      '',
      ' 1',
      '1.',
      '.5',
      '1e3',
      '+1',
      '1,5',
      'NaN',
      'Infinity',
      '0x10',
      '-',
      '--1',
      '1\n',
      '1_000',
      '1e1000000000',
      '1e-400',
      '٣',
      '１',
      `1${'0'.repeat(1000)}`,
      `0.${'0'.repeat(1000)}1`,
      '9'.repeat(1_000_000),
    ];
    for (const value of [
      ...none,
      0.1,
      2 ** 53,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      null,
      undefined,
      true,
      {},
      ['1'],
    ])
      assert.throws(() => toDecimal(value as string), TypeError, String(value).slice(0, 20));
    assert.throws(() => toDecimal(0.1), /write a fraction as a text/);
  });

  it('has a bound, however often it is multiplied', () => {
    const longest = toDecimal('9'.repeat(1000));
    assert.equal(String(longest.times(longest)).length, 2000);
    const least = toDecimal(`0.${'0'.repeat(999)}1`);
    assert.equal(String(least.times(least)).length, 2002);
    const tooMany = { name: 'RangeError', message: /more than 2000 digits/ };
    for (const one of [longest, least]) {
      assert.throws(() => one.times(one).times(one), tooMany);
      assert.throws(() => one.times(one).dividedBy(one.times(one), 1e9), /from 0 to 1000/);
    }
    const thousand = toDecimal(`1${'0'.repeat(999)}`);
    assert.throws(() => thousand.times(thousand).times(thousand).plus(1), tooMany); // one digit, a large exponent
    let power = toDecimal('1.1');
    assert.throws(() => {
      for (;;) power = power.times(power);
    }, tooMany);
  });

  it('refuses divisions by zero, digits and roundings that there are not, and operators', () => {
    const one = toDecimal('1');
    assert.throws(() => one.dividedBy('0.00', 2), /divided by zero/);
    for (const digits of [-1, 0.5, 1001, 1e9, Number.POSITIVE_INFINITY, Number.NaN])
      for (const call of ['round', 'toFixed'] as const) assert.throws(() => one[call](digits), RangeError);
    assert.throws(() => one.dividedBy(3, -1), RangeError);
    for (const mode of ['floor', '', 'constructor', '__proto__'])
      assert.throws(() => one.round(2, mode as Rounding), /one of down, half-up, half-even, up, not/);
    assert.throws(() => (one as never as number) < 2, /call 'plus'/);
    assert.throws(() => Number(one), /call 'plus'/);
  });

  it('is taken by a field as its text is, and refused where its digits do not fit', () => {
    const price = decimal({ precision: 6, scale: 2, max: '999' });
    takes(price, toDecimal('19.9'), '19.90');
    takes(price, toDecimal('-0.004').round(2), '0.00');
    refuses(price, toDecimal('1').dividedBy(3, 3), toDecimal('999.01'), toDecimal(10n ** 4n), Decimal);
  });
});
