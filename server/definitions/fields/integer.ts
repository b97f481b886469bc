import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { flag, minAboveMax, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
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

const LOWEST = -2_147_483_648;
const HIGHEST = 2_147_483_647;

interface IntegerOptions extends FieldOptions<number>, Localisable {
  readonly min?: number;
  readonly max?: number;
  /** A bar or stars up to `max`, or a number of bytes in larger units. */
  readonly display?: 'progress' | 'rating' | 'file-size';
}

const OPTIONS: OptionTable<IntegerOptions> = {
  owner: 'integer',
  checks: {
    ...fieldChecks,
    localised: flag,
    min: wholeNumber(LOWEST, HIGHEST),
    max: wholeNumber(LOWEST, HIGHEST),
    display: displayOf('progress', 'rating', 'file-size'),
  },
  contradiction: (options) => minAboveMax(options) ?? problemOfDisplay(options),
};

/** A whole number of 32 bits. Use `bigint` for larger ones. */
export function integer<const O extends IntegerOptions>(
  options?: Exact<O, IntegerOptions>,
): FieldOf<number, O> {
  return toField<number, O>(OPTIONS, options, kindOf);
}

function kindOf({ min = LOWEST, max = HIGHEST, display }: IntegerOptions): Kind<number> {
  return {
    kind: 'integer',
    column: { type: 'integer' },
    range: { min, max },
    ...(display && { display }),
    schema: Type.Integer({ minimum: min, maximum: max }),
    output: Type.Integer(),
    clean(value) {
      if (typeof value !== 'number' || !Number.isInteger(value)) return new Problem(message('notAnInteger'));
      if (value < min || value > max) return new Problem(message('outOfRange', { min, max }));
      return value === 0 ? 0 : value; // JSON can say -0; engines cannot keep it
    },
  };
}
