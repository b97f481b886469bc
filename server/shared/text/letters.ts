import { hasInvisible, withoutInvisible, withoutSoftHyphens } from './invisible.ts';

// The one place that says when texts are equal. Everything that is stored, and everything that is compared with what is stored,
// passes through it: fields, names of files, filters. Most texts are ASCII or Latin and are told apart by one pass.

/**
 * Any character but ASCII, Latin, Cyrillic, Chinese, kana and whole Korean syllables: these are composed, visible, and stay as
 * they are beside each other. Such texts need no more than this look.
 */
const UNSETTLED =
  /[^\0-\x7f\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9d]/;
/** Directions at the ends of a line. */
const EDGES = /^[\s\u061c\u200e\u200f]+|[\s\u061c\u200e\u200f]+$/gu;
const BLANKS = /\p{Zs}/gu;
const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
/** Characters of markup that would become others if a mark behind them was composed with them. */
const MARKUP = /[<>]/;
const BESIDE_MARKUP = /[^<>]+/g;

/** The text in Unicode's composed form (NFC), in which letters with accents are one character where there is one. */
export function composed(text: string): string {
  return UNSETTLED.test(text) ? text.normalize('NFC') : text;
}

/** The composed form of HTML or Markdown: `<` and `>` stay, whatever mark is behind them. */
export function composedMarkup(text: string): string {
  if (!UNSETTLED.test(text)) return text;
  return MARKUP.test(text)
    ? text.replace(BESIDE_MARKUP, (part) => part.normalize('NFC'))
    : text.normalize('NFC');
}

/** A line of text as it is stored: composed, without marks that nobody can see, and without blanks at its ends. */
export function asLine(text: string): string {
  return UNSETTLED.test(text) ? asPartOfLine(text).replace(EDGES, '') : text.trim();
}

/** A part of a line, which may begin and end with blanks. */
export function asPartOfLine(text: string): string {
  const whole = composed(text);
  return hasInvisible(whole) ? composed(withoutInvisible(whole)) : whole;
}

/** A part of a line that no two records may share: its blanks are plain, and it has no hyphens for the ends of lines. */
export function asPartOfUniqueLine(text: string): string {
  return UNSETTLED.test(text) ? asPartOfLine(withPlainBlanks(withoutSoftHyphens(text))) : text;
}

/** A line that no two records may share. */
export function asUniqueLine(text: string): string {
  return UNSETTLED.test(text) ? asPartOfUniqueLine(text).replace(EDGES, '') : text.trim();
}

/** Blanks of every kind as that of the keyboard. */
export function withPlainBlanks(text: string): string {
  return text.replace(BLANKS, ' ');
}

/** Whether a text holds control characters or ends of lines, which no line of text has. */
export function hasControls(text: string): boolean {
  return CONTROLS.test(text);
}

/** Strings composed at any depth of a JSON value; the names of members stay. */
export function composedJson(value: unknown): unknown {
  if (typeof value === 'string') return composed(value);
  if (Array.isArray(value)) return value.map(composedJson);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, composedJson(inner)]));
}

/** A text as every engine can store it: without NUL, and without halves of surrogate pairs. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
