import { Type } from '../../contract/json-schema.ts';
import { type FieldOf, type FieldOptions, toField } from './field.ts';
import { Problem } from './problem.ts';

interface TextOptions extends FieldOptions<string> {
  /** The most characters (code points) that are kept. */
  readonly max: number;
  readonly min?: number;
  /** The whole value must match, as in HTML's `pattern`. */
  readonly pattern?: RegExp;
}

/** One line of text, bounded in characters on every engine. */
export function text<const O extends TextOptions>(options: O): FieldOf<string, O> {
  const { max, min = options.required ? 1 : 0, pattern } = options;
  const whole = pattern && new RegExp(`^(?:${pattern.source})$`, 'u');
  return toField<string, O>(
    {
      kind: 'text',
      column: { type: 'string', length: max },
      widget: 'text',
      schema: Type.String({
        maxLength: max,
        ...(min && { minLength: min }),
        ...(whole && { pattern: whole.source }),
      }),
      output: Type.String(),
      clean: (value) => cleanText(value, { min, max, whole }),
    },
    options,
  );
}

function cleanText(
  value: unknown,
  limits: { min: number; max: number; whole: RegExp | undefined },
): string | Problem {
  if (typeof value !== 'string') return new Problem('必须是字符串');
  // A NUL cannot be kept by every engine, and a lone surrogate has no UTF-8 form.
  if (value.includes('\0') || !value.isWellFormed()) return new Problem('含有不允许的字符');
  if (isLongerThan(value, limits.max)) return new Problem(`不能超过 ${limits.max} 个字符`);
  if (limits.min > 0 && !isLongerThan(value, limits.min - 1))
    return new Problem(`不能少于 ${limits.min} 个字符`);
  if (limits.whole && !limits.whole.test(value)) return new Problem('格式不正确');
  return value;
}

/** Counts code points, and only where the number of UTF-16 units leaves a doubt. */
function isLongerThan(value: string, characters: number): boolean {
  if (value.length <= characters) return false;
  if (value.length > characters * 2) return true;
  let count = 0;
  for (const _ of value) count += 1;
  return count > characters;
}
