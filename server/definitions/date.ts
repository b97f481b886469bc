import { Type } from '../../contract/json-schema.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

interface DateOptions extends FieldOptions<string> {
  /** The first and the last day that are taken. */
  readonly min?: string;
  readonly max?: string;
}

/** A calendar day as `"2026-05-17"` (RFC 3339, full-date), of no time zone. */
export function date<const O extends DateOptions>(options: O = {} as O): FieldOf<string, O> {
  const { min = '0001-01-01', max = '9999-12-31' } = options;
  return toField<string, O>(
    {
      kind: 'date',
      column: { type: 'string', length: 10 },
      widget: 'date',
      schema: Type.String({ format: 'date' }),
      clean(value) {
        if (typeof value !== 'string' || !isDay(value)) return new Problem('必须是日期，如 2026-05-17');
        return value < min || value > max ? new Problem(`必须在 ${min} 到 ${max} 之间`) : value;
      },
    },
    options,
  );
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
