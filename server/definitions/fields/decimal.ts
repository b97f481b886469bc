import { Type } from '../../../contract/json-schema.ts';
import { message } from '../../messages/message.ts';
import { ExactNumber } from '../../shared/json.ts';
import { type FieldOf, type FieldOptions, fieldChecks, type Kind, toField } from '../field.ts';
import { needed, wholeNumber } from '../option-checks.ts';
import type { Exact, OptionTable } from '../options.ts';
import { Problem } from '../problem.ts';

interface DecimalOptions extends FieldOptions<string> {
  /** All digits, at most 18: what every engine keeps exactly in 64 bits. */
  readonly precision: number;
  /** Digits behind the point. */
  readonly scale: number;
}

const OPTIONS: OptionTable<DecimalOptions> = {
  owner: 'decimal',
  checks: { ...fieldChecks, precision: needed(wholeNumber(1, 18)), scale: needed(wholeNumber(0, 18)) },
  contradiction: ({ precision, scale }) =>
    scale > precision ? "'scale' must not be above 'precision'" : undefined,
};

/**
 * An exact decimal number, a string such as `"19.90"` in rows and answers, always with all digits of its scale.
 * Clients may send a string or a number; what does not fit is refused, never rounded.
 */
export function decimal<const O extends DecimalOptions>(
  options: Exact<O, DecimalOptions>,
): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf({ precision, scale }: DecimalOptions): Kind<string> {
  return {
    kind: 'decimal',
    column: { type: 'decimal', precision, scale },
    widget: 'number',
    schema: { type: ['string', 'number'], format: 'decimal' },
    output: Type.String({ format: 'decimal' }),
    clean: (value) => cleanDecimal(value, precision, scale),
  };
}

function cleanDecimal(value: unknown, precision: number, scale: number): string | Problem {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(sourceOf(value) ?? '');
  if (!match) return new Problem(message('notADecimal'));
  const whole = (match[2] ?? '').replace(/^0+/, '');
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > scale) return new Problem(message('tooManyDecimals', { max: scale }));
  if (whole.length > precision - scale)
    return new Problem(message('tooManyDigits', { max: precision - scale }));
  const sign = whole || fraction ? match[1] : '';
  return sign + (whole || '0') + (scale > 0 ? `.${fraction.padEnd(scale, '0')}` : '');
}

function sourceOf(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return value.source;
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  return typeof value === 'string' ? value : undefined;
}
