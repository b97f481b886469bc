import { message } from '../../messages/message.ts';
import { minAboveMax } from '../checks/option-checks.ts';
import type { Exact, OptionCheck, OptionTable } from '../checks/options.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import { Problem } from '../problem.ts';

interface DateOptions extends FieldOptions<string> {
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
  checks: { ...fieldChecks, min: day, max: day },
  contradiction: minAboveMax,
};

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
    bound: readDay,
    problemOfPart: (text, how) =>
      (how === 'starts' ? isStartOfDay(text) : /^[\d-]{1,10}$/.test(text))
        ? undefined
        : message('notPartOfADate'),
  };
}

function readDay(value: unknown): string | Problem {
  return typeof value === 'string' && isDay(value) ? value : new Problem(message('notADate'));
}

/** Whether a day that exists starts like this: `2024-0`, `2024-02-2`. Every start of a day ends in one of these two ways. */
function isStartOfDay(text: string): boolean {
  return text !== '' && ['2000-01-01', '2000-10-10'].some((day) => isDay(text + day.slice(text.length)));
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
