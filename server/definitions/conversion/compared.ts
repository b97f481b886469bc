import { type DecimalColumn, isWideDecimal } from '../../../contract/column.ts';
import { MAX_DECIMAL_DIGITS, MAX_INT64, MIN_INT64 } from '../../../contract/limits.ts';
import { message, type Text } from '../../messages/message.ts';
import { asLine, composed } from '../../shared/text/letters.ts';
import { withPoint } from '../../shared/text/with-point.ts';
import { MAX_WIDE } from '../../shared/wide-number.ts';
import type { Field } from '../field.ts';
import { Problem } from '../problem.ts';
import { Unheld } from '../unheld.ts';

// Asking is not storing: a comparison takes every value of a field's type, whatever its options allow, and finds nothing where
// no record can match. Only what is no value of the type is a problem.

/** A value to compare a column with, in the form of a record's values. */
export type Compared = NonNullable<unknown> | Unheld;

/** Reads the text of a value that a field is compared with; a Problem if it is no value of the field's type. */
export function toCompared(field: Field, text: string): Compared | Problem {
  if (field.compared) return field.compared(text);
  const { column, target } = field;
  switch (column.type) {
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : new Problem(message('notABoolean')));
    case 'integer':
      return comparedNumber(text, { ...doubles, otherwise: message('notAnInteger') });
    case 'time':
      return comparedNumber(text, { ...doubles, otherwise: message('notATimestamp') });
    case 'bigint': {
      const otherwise = message(target === undefined ? 'notABigint' : 'notAnId');
      return comparedNumber(text, { ...units, of: (number) => number, otherwise });
    }
    case 'decimal': {
      const { scale } = column;
      const of = (number: bigint) => withPoint(number, scale);
      return comparedNumber(text, { ...unitsOf(column), scale, of, otherwise: message('notADecimal') });
    }
    case 'string':
    case 'text':
      return comparedText(field.isLine ? asLine(text) : composed(text));
    default:
      return field.clean(text) as Compared | Problem; // never null
  }
}

/** NUL and lone surrogates: not every engine stores the first, and the second have no UTF-8 form. */
const UNSTORABLE = /[\0\ud800-\udfff]/u;

/** A text to compare with. Between those that can be stored, it has its place by code points. */
export function comparedText(text: string): string | Unheld {
  const found = UNSTORABLE.exec(text);
  if (!found) return text;
  return new Unheld(text.slice(0, found.index) + (found[0] === '\0' ? '\u0001' : '\ue000'));
}

/** The whole numbers that a column holds, and the values that they stand for. */
interface Numbers {
  /** How many decimals of a value belong to the whole number. */
  readonly scale: number;
  readonly least: bigint;
  readonly most: bigint;
  readonly of: (number: bigint) => NonNullable<unknown>;
  readonly otherwise: Text;
}

/** The whole numbers of smallest units that a decimal column holds, whatever its field accepts. */
export function unitsOf(column: DecimalColumn): Pick<Numbers, 'least' | 'most'> {
  return isWideDecimal(column) ? { least: -MAX_WIDE, most: MAX_WIDE } : units;
}

const units = { scale: 0, least: MIN_INT64, most: MAX_INT64 } as const;
const doubles = {
  scale: 0,
  least: BigInt(Number.MIN_SAFE_INTEGER),
  most: BigInt(Number.MAX_SAFE_INTEGER),
  of: Number,
} as const;

function comparedNumber(text: string, { scale, least, most, of, otherwise }: Numbers): Compared | Problem {
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!parts) return new Problem(otherwise);
  const [, sign, digits = '', fraction = ''] = parts;
  const whole = digits.replace(/^0+/, ''); // beside the other digits, it would take a time that grows by their square
  if (whole.length > BEYOND) return sign ? new Unheld(of(least)) : new Unheld();
  const size = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const isExact = !/[1-9]/.test(fraction.slice(scale));
  const next = sign ? -size : size + (isExact ? 0n : 1n);
  if (next > most) return new Unheld();
  if (next < least) return new Unheld(of(least));
  return isExact ? of(next) : new Unheld(of(next));
}

/** With more digits, every number is beyond all columns. */
const BEYOND = MAX_DECIMAL_DIGITS;
