import type { DecimalColumn } from '../../../contract/column.ts';
import { Type } from '../../../contract/json-schema.ts';
import { MAX_DECIMAL_DIGITS } from '../../../contract/limits.ts';
import { message } from '../../messages/message.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { flag, minAboveMax, needed, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionCheck, OptionTable } from '../checks/options.ts';
import { Decimal } from '../decimal-number.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import { displayOf, problemOfDisplay } from '../options/looks.ts';
import { Problem } from '../problem.ts';

interface DecimalOptions extends FieldOptions<string>, Localisable {
  /** The total number of digits, at most 65. Up to 18 are stored as a number of 64 bits, more as a text of digits. */
  readonly precision: number;
  /** Digits after the decimal point. */
  readonly scale: number;
  /** The least and the greatest allowed value, such as `'0.01'`. */
  readonly min?: string;
  readonly max?: string;
  /** A bar up to `max`. */
  readonly display?: 'progress';
}

const decimalText: OptionCheck = {
  allowed: "a decimal such as '19.90'",
  accepts: (value) => typeof value === 'string' && DECIMAL.test(value),
};

const OPTIONS: OptionTable<DecimalOptions> = {
  owner: 'decimal',
  checks: {
    ...fieldChecks,
    localised: flag,
    precision: needed(wholeNumber(1, MAX_DECIMAL_DIGITS)),
    scale: needed(wholeNumber(0, MAX_DECIMAL_DIGITS)),
    min: decimalText,
    max: decimalText,
    display: displayOf('progress'),
  },
  contradiction,
};

/** Whether a text is a decimal number, of any precision and scale. */
export function isDecimal(text: string): boolean {
  return DECIMAL.test(text);
}

/** More digits than any column holds, and few enough to read at once. */
const DECIMAL = /^(-?)(\d{1,80})(?:\.(\d{1,80}))?$/;

/**
 * An exact decimal number, a string such as `"19.90"` in records and answers, always with all digits of its scale. Clients may
 * send a string or a number; a value that does not fit is refused, never rounded.
 */
export function decimal<const O extends DecimalOptions>(
  options: Exact<O, DecimalOptions>,
): FieldOf<string, O, DecimalColumn> {
  return toField<string, O>(OPTIONS, options, kindOf) as FieldOf<string, O, DecimalColumn>; // its kind is
}

function contradiction({ precision, scale, min, max, display }: DecimalOptions): string | undefined {
  if (scale > precision) return "'scale' must not be above 'precision'";
  const unfit = Object.entries({ min, max }).find(
    ([, bound]) => bound !== undefined && cleanDecimal(bound, precision, scale) instanceof Problem,
  );
  if (unfit) return `'${unfit[0]}' does not fit precision ${precision} and scale ${scale}`;
  const bounds = {
    ...(min !== undefined && { min: unscaled(min, scale) }),
    ...(max !== undefined && { max: unscaled(max, scale) }),
  };
  return minAboveMax(bounds) ?? problemOfDisplay({ ...bounds, ...(display && { display }) });
}

function kindOf({ precision, scale, min, max, display }: DecimalOptions): Kind<string> {
  const greatest = greatestOf(precision, scale);
  const range = { min: min ?? `-${greatest}`, max: max ?? greatest };
  const [least, most] = [unscaled(range.min, scale), unscaled(range.max, scale)];
  const read = (value: unknown) => cleanDecimal(value, precision, scale);
  return {
    kind: 'decimal',
    column: { type: 'decimal', precision, scale },
    ...(display && { display }),
    ...((min ?? max) !== undefined && { range }),
    schema: { type: ['string', 'number'], format: 'decimal' },
    output: Type.String({ format: 'decimal' }),
    clean(value) {
      const decimal = read(value);
      if (decimal instanceof Problem) return decimal;
      const number = unscaled(decimal, scale);
      return number < least || number > most ? new Problem(message('outOfRange', range)) : decimal;
    },
  };
}

/** The greatest number with these digits, such as `999.99`. */
function greatestOf(precision: number, scale: number): string {
  const whole = '9'.repeat(precision - scale) || '0';
  return scale > 0 ? `${whole}.${'9'.repeat(scale)}` : whole;
}

/** A decimal as a whole number of its smallest steps: `1.5` of scale 2 is 150. */
function unscaled(decimal: string, scale: number): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
}

function cleanDecimal(value: unknown, precision: number, scale: number): string | Problem {
  const match = DECIMAL.exec(sourceOf(value) ?? '');
  if (!match) return new Problem(message('notADecimal'));
  const whole = (match[2] ?? '').replace(/^0+/, '');
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > scale) return new Problem(message('tooManyDecimals', { max: scale }));
  if (whole.length > precision - scale)
    return new Problem(message('tooManyDigits', { max: precision - scale }));
  const sign = whole || fraction ? match[1] : '';
  return sign + (whole || '0') + (scale > 0 ? `.${fraction.padEnd(scale, '0')}` : '');
}

function sourceOf(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.source;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  return typeof value === 'string' || value instanceof Decimal ? String(value) : undefined;
}
