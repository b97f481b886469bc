import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import type { Exact, OptionTable } from '../options.ts';
import { Problem } from '../problem.ts';

/** The last moment that a JavaScript Date can name (ECMA-262, time values). */
const LAST = 8_640_000_000_000_000;

const OPTIONS: OptionTable<FieldOptions<number>> = { owner: 'dateTime', checks: fieldChecks };

/** A moment, as whole milliseconds since 1970-01-01T00:00:00Z. */
export function dateTime<const O extends FieldOptions<number>>(
  options?: Exact<O, FieldOptions<number>>,
): FieldOf<number, O> {
  return toField<number, O>(OPTIONS, options, kindOf);
}

function kindOf(): Kind<number> {
  return {
    kind: 'date-time',
    column: { type: 'time' },
    widget: 'date-time',
    schema: Type.Integer({ minimum: -LAST, maximum: LAST }),
    output: Type.Integer(),
    clean(value) {
      const isMoment = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LAST;
      return isMoment ? value || 0 : new Problem(message('notATimestamp'));
    },
  };
}
