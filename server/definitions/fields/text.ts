import { Type } from '../../../contract/json-schema.ts';
import { MAX_SORTED_CHARACTERS } from '../../../contract/limits.ts';
import { message, type Text } from '../../messages/message.ts';
import { boundedPattern, type Pattern } from '../../shared/text/bounded-pattern.ts';
import { asLine, asUniqueLine, composed, composedMarkup, hasControls } from '../../shared/text/letters.ts';
import { collation, flag, minAboveMax, needed, pattern, wholeNumber } from '../checks/option-checks.ts';
import type { Exact, OptionTable } from '../checks/options.ts';
import { comparedText } from '../conversion/compared.ts';
import {
  type FieldOf,
  type FieldOptions,
  fieldChecks,
  type Kind,
  type Localisable,
  type Searchable,
  toField,
} from '../field.ts';
import { displayOf } from '../options/looks.ts';
import { Problem } from '../problem.ts';
import type { Unheld } from '../unheld.ts';

/** A pattern, and what readers of a refused value are told. */
interface ToldPattern {
  readonly matches: RegExp;
  /** Words that follow the field's name: `{ en: 'must be three letters and three digits, such as ABC-123' }`. */
  readonly message: Text;
}

interface TextOptions extends FieldOptions<string>, Searchable, Localisable {
  /** The most characters (code points). */
  readonly max: number;
  readonly min?: number;
  /** The whole value must match, as in HTML's `pattern`; alone, or with a message: `{ matches: /[A-Z]{3}-\d{3}/, message: '…' }`. */
  readonly pattern?: RegExp | ToldPattern;
  /**
   * Lists by it have the order that readers of a language expect, by a BCP 47 tag: `de`, `zh`, `en-u-kn` to compare numbers in texts by
   * their value, or `und` for no language. Without it, the order is by code point.
   */
  readonly collation?: string;
  /** Whether it may hold several lines. Other texts are one line, without control characters. */
  readonly multiline?: true;
  /** A colour beside its text, for values that a browser reads as one, such as `#0a7d4f`. */
  readonly display?: 'color';
}

const OPTIONS: OptionTable<TextOptions> = {
  owner: 'text',
  checks: {
    ...fieldChecks,
    searchable: flag,
    localised: flag,
    multiline: flag,
    max: needed(wholeNumber(1, 16_000)),
    min: wholeNumber(0),
    pattern,
    collation,
    display: displayOf('color'),
  },
  contradiction: (options) =>
    minAboveMax(options) ??
    (options.collation !== undefined && options.max > MAX_SORTED_CHARACTERS
      ? `lists are not sorted by texts of more than ${MAX_SORTED_CHARACTERS} characters, so 'collation' needs a smaller 'max'`
      : undefined),
};

/** A short text, of one line by default, with a limit in characters that is equal on every engine. */
export function text<const O extends TextOptions>(options: Exact<O, TextOptions>): FieldOf<string, O> {
  return toField<string, O>(OPTIONS, options, kindOf);
}

function kindOf(options: TextOptions): Kind<string> {
  const { max, min = options.required ? 1 : 0, multiline } = options;
  const told = options.pattern instanceof RegExp ? { matches: options.pattern } : options.pattern;
  const whole = told && wholePattern(told.matches);
  const refusal = told && 'message' in told ? told.message : undefined;
  const readAs = (form: TextForm) => ({
    clean: (value: unknown) => cleanText(value, form, { min, max, pattern: whole, refusal }),
    compared: comparedIn(form),
  });
  return {
    kind: multiline ? 'long-text' : 'text',
    column: { type: 'string', length: max },
    policy: 'text',
    ...(options.display && { display: options.display }),
    ...(options.collation !== undefined && { collation: options.collation }),
    ...(!multiline && { isLine: true, distinct: readAs('uniqueLine') }),
    schema: Type.String({
      maxLength: max,
      ...(min && { minLength: min }),
      ...(whole && { pattern: whole.source }),
      ...(refusal !== undefined && { about: refusal }),
    }),
    output: Type.String(),
    ...readAs(multiline ? 'lines' : 'line'),
  };
}

interface TextLimits {
  readonly min?: number;
  readonly max?: number;
  /** Made by `wholePattern`. */
  readonly pattern?: Pattern | undefined;
  /** What is said of a text that does not match it. */
  readonly refusal?: Text | undefined;
}

/** How a text is written: in one line, in one that must differ from all others, in several lines, or in markup. */
type TextForm = 'line' | 'uniqueLine' | 'lines' | 'markup';

const FORMS: Readonly<Record<TextForm, (text: string) => string>> = {
  line: asLine,
  uniqueLine: asUniqueLine,
  lines: composed,
  markup: composedMarkup,
};

/** A text to compare with one that is stored in this form. */
function comparedIn(form: TextForm): (text: string) => string | Unheld {
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
function wholePattern({ source, flags, unicodeSets }: RegExp): Pattern {
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
