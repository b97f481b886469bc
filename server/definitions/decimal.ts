import { Type } from '../../contract/json-schema.ts';
import { ExactNumber } from '../json.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

interface DecimalOptions extends FieldOptions<string> {
  /** All digits, at most 18: what every engine keeps exactly in 64 bits. */
  readonly precision: number;
  /** Digits behind the point. */
  readonly scale: number;
}

/**
 * An exact decimal number, a string such as `"19.90"` in rows and answers, always with all digits of its scale.
 * Clients may send a string or a number; what does not fit is refused, never rounded.
 */
export function decimal<const O extends DecimalOptions>(options: O): FieldOf<string, O> {
  const { precision, scale } = options;
  if (precision > 18 || scale > precision || scale < 0)
    throw new Error('decimal: 0 ≤ scale ≤ precision ≤ 18');
  return toField<string, O>(
    {
      kind: 'decimal',
      column: { type: 'decimal', precision, scale },
      widget: 'number',
      schema: { type: ['string', 'number'], format: 'decimal' },
      output: Type.String({ format: 'decimal' }),
      clean: (value) => cleanDecimal(value, precision, scale),
    },
    options,
  );
}

function cleanDecimal(value: unknown, precision: number, scale: number): string | Problem {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(sourceOf(value) ?? '');
  if (!match) return new Problem('必须是十进制数');
  const whole = (match[2] ?? '').replace(/^0+/, '');
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > scale) return new Problem(`小数不能超过 ${scale} 位`);
  if (whole.length > precision - scale) return new Problem(`整数部分不能超过 ${precision - scale} 位`);
  const sign = whole || fraction ? match[1] : '';
  return sign + (whole || '0') + (scale > 0 ? `.${fraction.padEnd(scale, '0')}` : '');
}

function sourceOf(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.source;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  return typeof value === 'string' ? value : undefined;
}
