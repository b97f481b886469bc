import { message } from '../../messages/message.ts';
import { flag, minAboveMax } from '../checks/option-checks.ts';
import type { Exact, OptionCheck, OptionTable } from '../checks/options.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  toField,
} from '../field.ts';
import { Problem } from '../problem.ts';
import { Unheld } from '../unheld.ts';

interface DateOptions extends FieldOptions<string>, Localisable {
  /** The first and the last allowed day. */
  readonly min?: string;
  readonly max?: string;
}

const day: OptionCheck = {
  allowed: "a date such as '2026-05-17'",
  accepts: (value) => typeof value === 'string' && isDay(value),
};

const OPTIONS: OptionTable<DateOptions> = {
  owner: 'date',
  checks: { ...fieldChecks, localised: flag, min: day, max: day },
  contradiction: minAboveMax,
};

const DAY = /^\d{4}-\d\d-\d\d$/;
/** The years after which the calendar repeats. */
const CYCLE = 400;

/** A calendar day such as `"2026-05-17"` (RFC 3339, full-date), without a time zone. */
export function date<const O extends DateOptions>(options?: Exact<O, DateOptions>): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf({ min = '0001-01-01', max = '9999-12-31' }: DateOptions): Kind<string> {
  return {
    kind: 'date',
    column: { type: 'string', length: 10 },
    range: { min, max },
    policy: 'date',
    schema: { type: 'string', format: 'date' },
    clean(value) {
      const read = readDay(value);
      const isOutside = typeof read === 'string' && (read < min || read > max);
      return isOutside ? new Problem(message('outOfRange', { min, max })) : read;
    },
    compared: comparedDay,
    problemOfPart: (text, how) =>
      (how === 'starts' ? isStartOfDay(text) : /^[\d-]{1,10}$/.test(text))
        ? undefined
        : message('notPartOfADate'),
  };
}

function readDay(value: unknown): string | Problem {
  if (typeof value !== 'string' || !DAY.test(value)) return new Problem(message('notADate'));
  return isDay(value) ? value : new Problem(message('noSuchDay'));
}

/** A day to compare with: also one of a year without four digits, in the signed form of ISO 8601. */
function comparedDay(text: string): string | Unheld | Problem {
  const [, sign, year = '', rest] = /^([+-]?)(\d{4,6})(-\d\d-\d\d)$/.exec(text) ?? [];
  if (rest === undefined || (sign === '' && year.length === 4)) return readDay(text);
  const number = Number(year);
  if (!isDay(2000 + (number % CYCLE) + rest)) return new Problem(message('noSuchDay'));
  if (sign === '-' && number > 0) return new Unheld('0000-01-01');
  return number > 9999 ? new Unheld() : String(number).padStart(4, '0') + rest;
}

/** Whether a day that exists starts like this: `2024-0`, `2024-02-2`. Every start of a day ends in one of these two ways. */
function isStartOfDay(text: string): boolean {
  return text !== '' && ['2000-01-01', '2000-10-10'].some((day) => isDay(text + day.slice(text.length)));
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
