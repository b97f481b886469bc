import { type JsonSchema, Type } from '../../../contract/json-schema.ts';
import { MAX_INT64, MIN_INT64 } from '../../../contract/limits.ts';
import { message } from '../../messages/message.ts';
import { ExactNumber } from '../../shared/exact-json.ts';
import { bigInteger, flag, minAboveMax } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import { displayOf } from '../options/looks.ts';
import { Problem } from '../problem.ts';

export interface BigintOptions extends FieldOptions<bigint>, Localisable {
  readonly min?: bigint;
  readonly max?: bigint;
  /** A number of bytes in larger units. */
  readonly display?: 'file-size';
}

const OPTIONS: OptionTable<BigintOptions> = {
  owner: 'bigint',
  checks: {
    ...fieldChecks,
    localised: flag,
    min: bigInteger,
    max: bigInteger,
    display: displayOf('file-size'),
  },
  contradiction: minAboveMax,
};

/** A whole number of 64 bits, exact end to end. Clients may send it as a number or as a string of digits. */
export function bigint<const O extends BigintOptions>(options?: Exact<O, BigintOptions>): FieldOf<bigint, O> {
  return toField<bigint, O>(OPTIONS, options, kindOf);
}

function kindOf({ min = MIN_INT64, max = MAX_INT64, display }: BigintOptions): Kind<bigint> {
  return {
    kind: 'bigint',
    column: { type: 'bigint' },
    range: { min, max },
    ...(display && { display }),
    schema: INT64,
    clean(value) {
      const number = toBigint(value);
      if (number === undefined) return new Problem(message('notABigint'));
      if (number < min || number > max) return new Problem(message('outOfRange', { min, max }));
      return number;
    },
  };
}

/** JSON Schema of an exact 64-bit integer. */
export const INT64: JsonSchema = Type.Integer({ format: 'int64' });

/** Reads an exact whole number from a value of a JSON body; undefined if it is not one. */
export function toBigint(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  const digits = value instanceof ExactNumber ? value.source : value;
  return typeof digits === 'string' && /^-?\d{1,19}$/.test(digits) ? BigInt(digits) : undefined;
}

/** Reads an id, a positive 64-bit integer, from a value of a JSON body; undefined if it is not one. */
export function toId(value: unknown): bigint | undefined {
  const id = toBigint(value);
  return id !== undefined && id > 0n && id <= MAX_INT64 ? id : undefined;
}
