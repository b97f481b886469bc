import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../messages/languages.ts';
import { isMessage, type Message, render, type Text } from '../messages/message.ts';
import { toJson } from '../shared/exact-json.ts';
import { fromOwnJson } from '../shared/json.ts';
import { storable } from '../shared/text/letters.ts';
import { understood } from './stored-words.ts';

/** The length of the columns that hold such texts. */
export const MAX_STORED_TEXT = 1000;
/** A NUL, or half of a surrogate pair, in JSON: not every engine keeps them. */
const UNKEPT = /\\u(?:0000|d[89a-f])/i;

/** Whether every engine can store a text as data. */
export function isKeptAsData(text: Text): boolean {
  return typeof text !== 'string' && !UNKEPT.test(toJson(text));
}

/** The words of a text in a language, as every engine can store them. */
export function storedWords(text: Text, language: Language): string {
  return storable(render(text, language).slice(0, MAX_STORED_TEXT));
}

/** A text for a column of 1,000 characters: as data for readers of any language, or in words where the data is too long. */
export function storedText(text: Text): string {
  const data = toJson(text);
  return isKeptAsData(text) && data.length <= MAX_STORED_TEXT ? data : storedWords(text, DEFAULT_LANGUAGE);
}

/** What `storedText` stored, in the reader's language. */
export function shownText(stored: string, language: Language): string {
  try {
    const text = understood(fromOwnJson(stored));
    return text ? render(text, language) : stored;
  } catch {
    return stored; // words, or a message of another version
  }
}

/** Names that objects other than short messages have, too: a message with such a key keeps its own form. */
const OTHERS: ReadonlySet<string> = new Set(['key', ...LANGUAGES]);

/**
 * Messages within a value in their short form, for what is stored often: `{ recordCreated: { label: 'Book' } }`, null instead
 * of no parameters.
 */
export function toShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toShort);
  if (!isMessage(value) || OTHERS.has(value.key)) return value;
  return { [value.key]: value.params === undefined ? null : each(value.params, toShort) };
}

/** What `toShort` was given. What has no short form, or names no message of this version, stays as it is. */
export function fromShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromShort);
  if (typeof value !== 'object' || value === null) return value;
  const [[key = '', params] = [], ...others] = Object.entries(value);
  if (others.length > 0 || OTHERS.has(key) || !isMessage({ key })) return value;
  return { key, ...(params !== null && { params: each(params, fromShort) }) } satisfies Message;
}

function each(params: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, change(value)]));
}
