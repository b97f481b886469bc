import { Type } from '../../contract/json-schema.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

/** The last moment that a JavaScript Date can name (ECMA-262, time values). */
const LAST = 8_640_000_000_000_000;

/** A moment, as whole milliseconds since 1970-01-01T00:00:00Z. */
export function dateTime<const O extends FieldOptions<number>>(options: O = {} as O): FieldOf<number, O> {
  return toField<number, O>(
    {
      kind: 'date-time',
      column: { type: 'time' },
      widget: 'date-time',
      schema: Type.Integer({ minimum: -LAST, maximum: LAST }),
      output: Type.Integer(),
      clean(value) {
        const isMoment = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= LAST;
        return isMoment ? value || 0 : new Problem('必须是毫秒时间戳');
      },
    },
    options,
  );
}
