import { DEFAULT_LANGUAGE, type Language } from '../messages/languages.ts';
import { isMessage, render, type Text } from '../messages/message.ts';
import { toJson } from '../shared/exact-json.ts';
import { fromOwnJson } from '../shared/json.ts';
import { storable } from '../shared/text/storable.ts';
import { withPresentKey } from './stored-words.ts';

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
    const data = withPresentKey(fromOwnJson<Text>(stored));
    return isMessage(data) ? render(data, language) : stored;
  } catch {
    return stored; // words, or a message of another version
  }
}
