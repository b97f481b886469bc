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
import { Problem } from '../problem.ts';

/** The last time value of a JavaScript Date (ECMA-262). */
const LAST = 8_640_000_000_000_000;

export interface DateTimeOptions extends FieldOptions<number>, Localisable {
  /** The first and the last allowed moment, such as `Date.UTC(2026, 0, 1)`. */
  readonly min?: number;
  readonly max?: number;
}

const OPTIONS: OptionTable<DateTimeOptions> = {
  owner: 'dateTime',
  checks: { ...fieldChecks, localised: flag, min: wholeNumber(-LAST, LAST), max: wholeNumber(-LAST, LAST) },
  contradiction: minAboveMax,
};

/** A point in time, in whole milliseconds since 1970-01-01T00:00:00Z. */
export function dateTime<const O extends DateTimeOptions>(
  options?: Exact<O, DateTimeOptions>,
): FieldOf<number, O> {
  return toField<number, O>(OPTIONS, options, kindOf);
}

function kindOf({ min = -LAST, max = LAST }: DateTimeOptions): Kind<number> {
  const isBounded = min > -LAST || max < LAST;
  return {
    kind: 'date-time',
    column: { type: 'time' },
    ...(isBounded && { range: { min, max } }),
    schema: Type.Integer({ minimum: min, maximum: max }),
    output: Type.Integer(),
    clean(value) {
      const moment = readMoment(value);
      if (moment instanceof Problem || (moment >= min && moment <= max)) return moment;
      return new Problem(message('outOfRange', { min: worded(min), max: worded(max) }));
    },
  };
}

function readMoment(value: unknown): number | Problem {
  const isMoment = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LAST;
  return isMoment ? value || 0 : new Problem(message('notATimestamp'));
}

/** A moment as people read it (ISO 8601). */
function worded(moment: number): string {
  return new Date(moment).toISOString();
}
