import { message, type Text } from '../../../messages/message.ts';
import { boundedPattern, type Pattern } from '../../../shared/text/bounded-pattern.ts';
import { asLine, asUniqueLine, composed, composedMarkup, hasControls } from '../../../shared/text/letters.ts';
import { comparedText } from '../../conversion/compared.ts';
import { Problem } from '../../problem.ts';
import type { Unheld } from '../../unheld.ts';

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** Made by `wholePattern`. */
  readonly pattern?: Pattern | undefined;
  /** What is said of a text that does not match it. */
  readonly refusal?: Text | undefined;
}

/** How a text is written: in one line, in one that must differ from all others, in several lines, or in markup. */
export type TextForm = 'line' | 'uniqueLine' | 'lines' | 'markup';

const FORMS: Readonly<Record<TextForm, (text: string) => string>> = {
  line: asLine,
  uniqueLine: asUniqueLine,
  lines: composed,
  markup: composedMarkup,
};

/** A text to compare with one that is stored in this form. */
export function comparedIn(form: TextForm): (text: string) => string | Unheld {
  return (text) => comparedText(FORMS[form](text));
}

/** A text as it is stored, within limits in code points; or a Problem. Every engine can store it. */
export function cleanText(
  value: unknown,
  form: TextForm,
  { min = 0, max, pattern, refusal = message('badFormat') }: TextLimits,
): string | Problem {
  if (typeof value !== 'string') return new Problem(message('notAText'));
  // Not every engine stores NUL, and a lone surrogate has no UTF-8 form.
  if (value.includes('\0') || !value.isWellFormed()) return new Problem(message('badCharacters'));
  const text = FORMS[form](value);
  if (isLine(form) && hasControls(text)) return new Problem(message('notOneLine'));
  if (max !== undefined && isLongerThan(text, max)) return new Problem(message('tooLong', { max }));
  if (min > 0 && !isLongerThan(text, min - 1))
    return new Problem(min === 1 ? message('empty') : message('tooShort', { min }));
  return pattern && !pattern.test(text) ? new Problem(refusal) : text;
}

function isLine(form: TextForm): boolean {
  return form === 'line' || form === 'uniqueLine';
}

/** The pattern as one that the whole value must match, as in HTML's `pattern`; its flags i, m and s go with it. */
export function wholePattern({ source, flags, unicodeSets }: RegExp): Pattern {
  const whole = `^(?${flags.replace(/[^ims]/g, '')}:${source})$`;
  return boundedPattern(new RegExp(whole, unicodeSets ? 'v' : 'u'));
}

/** Counts code points only if the number of UTF-16 units does not decide. */
function isLongerThan(value: string, characters: number): boolean {
  if (value.length <= characters) return false;
  if (value.length > characters * 2) return true;
  let count = 0;
  for (const _ of value) count += 1;
  return count > characters;
}
