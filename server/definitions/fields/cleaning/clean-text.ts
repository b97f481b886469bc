import { message } from '../../../messages/message.ts';
import { boundedPattern, type Pattern } from '../../../shared/text/bounded-pattern.ts';
import { Problem } from '../../problem.ts';

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** Made by `wholePattern`. */
  readonly pattern?: Pattern | undefined;
}

/** A text that every engine can store, within limits in code points; or a Problem. */
export function cleanText(value: unknown, { min = 0, max, pattern }: TextLimits): string | Problem {
  if (typeof value !== 'string') return new Problem(message('notAText'));
  // Not every engine stores NUL, and a lone surrogate has no UTF-8 form.
  if (value.includes('\0') || !value.isWellFormed()) return new Problem(message('badCharacters'));
  if (max !== undefined && isLongerThan(value, max)) return new Problem(message('tooLong', { max }));
  if (min > 0 && !isLongerThan(value, min - 1))
    return new Problem(min === 1 ? message('empty') : message('tooShort', { min }));
  return pattern && !pattern.test(value) ? new Problem(message('badFormat')) : value;
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
