import { type JsonSchema, Type } from '../../contract/json-schema.ts';
import { MAX_INT64, MIN_INT64 } from '../../contract/limits.ts';
import { ExactNumber } from '../json.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

interface BigintOptions extends FieldOptions<bigint> {
  readonly min?: bigint;
  readonly max?: bigint;
}

/** A whole number of 64 bits, exact from end to end. Clients that cannot write one may send its digits as a string. */
export function bigint<const O extends BigintOptions>(options: O = {} as O): FieldOf<bigint, O> {
  const { min = MIN_INT64, max = MAX_INT64 } = options;
  return toField<bigint, O>(
    {
      kind: 'bigint',
      column: { type: 'bigint' },
      widget: 'number',
      schema: INT64,
      clean(value) {
        const number = toBigint(value);
        if (number === undefined) return new Problem('必须是 64 位整数');
        if (number < min || number > max) return new Problem(`必须在 ${min} 到 ${max} 之间`);
        return number;
      },
    },
    options,
  );
}

/** JSON Schema of an exact 64-bit integer. */
export const INT64: JsonSchema = Type.Integer({ format: 'int64' });

/** The exact whole number that a value of a JSON body stands for; undefined where it is none. */
export function toBigint(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  const digits = value instanceof ExactNumber ? value.source : value;
  return typeof digits === 'string' && /^-?\d{1,19}$/.test(digits) ? BigInt(digits) : undefined;
}

/** The id that a value of a JSON body stands for: a positive 64-bit integer; undefined where it is none. */
export function toId(value: unknown): bigint | undefined {
  const id = toBigint(value);
  return id !== undefined && id > 0n && id <= MAX_INT64 ? id : undefined;
}
