import MakeBig, { type Big } from 'big.js';

/** What `toDecimal` takes: a number only if it is whole, because a double holds hardly any fraction. */
export type DecimalValue = Decimal | string | bigint | number;

/**
 * What becomes of a digit that does not fit: `half-up` goes to the nearer neighbour and away from zero in the middle, as invoices
 * do; `half-even` goes to the even one in the middle; `down` goes towards zero, `up` away from it.
 */
export type Rounding = keyof typeof MODES;

/** Its own copy, whose settings nobody else changes. */
const Numbers = MakeBig();
const MODES = {
  down: Numbers.roundDown,
  'half-up': Numbers.roundHalfUp,
  'half-even': Numbers.roundHalfEven,
  up: Numbers.roundUp,
} as const;

/** The most digits of a text before or after the point: products of far more would take long. */
const MOST_DIGITS = 1000;
/** The most of a result: those of a product of two texts. Without a bound, powers would grow until the memory is full. */
const MOST_OF_RESULT = 2 * MOST_DIGITS;
const TEXT = new RegExp(`^-?\\d{1,${MOST_DIGITS}}(?:\\.\\d{1,${MOST_DIGITS}})?$`);

/**
 * An exact decimal number. Its calculations never round, but for `dividedBy`, `round` and `toFixed`, which say to how many digits.
 * A record takes it where it takes a decimal, and refuses it if its digits do not fit.
 */
export class Decimal {
  readonly #value: Big;

  private constructor(value: Big) {
    const { c: digits, e: exponent } = value;
    if (exponent >= MOST_OF_RESULT || digits.length - exponent - 1 > MOST_OF_RESULT)
      throw new RangeError(`a result has more than ${MOST_OF_RESULT} digits before or after the point`);
    this.#value = value;
  }

  /** Reads a number, such as `'19.90'` from a record. Throws a TypeError for any other value. */
  static from(value: DecimalValue): Decimal {
    return value instanceof Decimal ? value : new Decimal(new Numbers(textOf(value)));
  }

  plus(other: DecimalValue): Decimal {
    return new Decimal(this.#value.plus(Decimal.from(other).#value));
  }

  minus(other: DecimalValue): Decimal {
    return new Decimal(this.#value.minus(Decimal.from(other).#value));
  }

  times(other: DecimalValue): Decimal {
    return new Decimal(this.#value.times(Decimal.from(other).#value));
  }

  /** The quotient with this number of digits after the point. Throws a RangeError for a division by zero. */
  dividedBy(other: DecimalValue, digits: number, rounding: Rounding = 'half-up'): Decimal {
    const divisor = Decimal.from(other).#value;
    if (divisor.eq(0)) throw new RangeError('a decimal cannot be divided by zero');
    Numbers.DP = checkedDigits(digits);
    Numbers.RM = modeOf(rounding);
    return new Decimal(this.#value.div(divisor));
  }

  /** The number with at most this number of digits after the point. */
  round(digits: number, rounding: Rounding = 'half-up'): Decimal {
    return new Decimal(this.#value.round(checkedDigits(digits), modeOf(rounding)));
  }

  /** Below zero if this number is less than the other, 0 if they are equal, above zero if it is greater. */
  compare(other: DecimalValue): number {
    return this.#value.cmp(Decimal.from(other).#value);
  }

  /** Its text with exactly this number of digits after the point: `'19.90'`. */
  toFixed(digits: number, rounding: Rounding = 'half-up'): string {
    const rounded = this.round(digits, rounding).#value;
    return (rounded.eq(0) ? rounded.abs() : rounded).toFixed(digits);
  }

  /** Its text with the digits that it needs: `'19.9'`. */
  toString(): string {
    return this.#value.eq(0) ? '0' : this.#value.toFixed();
  }

  toJSON(): string {
    return this.toString();
  }

  /** As texts, `'9' < '10'` would be wrong, and `'1' + '1'` 11. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString();
    throw new TypeError("operators do not work with decimals: call 'plus', 'compare' and so on");
  }
}

/** Makes an exact decimal number of a text such as `'19.90'`, or of a whole number. */
export function toDecimal(value: DecimalValue): Decimal {
  return Decimal.from(value);
}

function textOf(value: Exclude<DecimalValue, Decimal>): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return textOf(String(value));
  if (typeof value === 'string' && TEXT.test(value)) return value;
  const fraction = typeof value === 'number' ? '; write a fraction as a text, such as 19.90 in quotes' : '';
  throw new TypeError(`${String(value).slice(0, 100)} is no decimal${fraction}`);
}

function checkedDigits(digits: number): number {
  if (Number.isInteger(digits) && digits >= 0 && digits <= MOST_DIGITS) return digits;
  throw new RangeError(`the digits after the point must be a whole number from 0 to ${MOST_DIGITS}`);
}

function modeOf(rounding: Rounding) {
  if (Object.hasOwn(MODES, rounding)) return MODES[rounding];
  throw new RangeError(
    `the rounding must be one of ${Object.keys(MODES).join(', ')}, not '${String(rounding)}'`,
  );
}
