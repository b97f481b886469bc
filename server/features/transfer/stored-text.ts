import { DEFAULT_LANGUAGE, type Language } from '../../messages/languages.ts';
import { isMessage, render, type Text } from '../../messages/message.ts';
import { fromOwnJson, type Json, toJson } from '../../shared/json.ts';

const MAX_LENGTH = 1000;
/** A NUL, or half of a surrogate pair, in JSON: not every engine keeps them. */
const UNKEPT = /\\u(?:0000|d[89a-f])/i;

/** A text for a column of 1,000 characters: as data for readers of any language, or in words where the data is too long. */
export function storedText(text: Text): string {
  const data = toJson(text);
  if (typeof text !== 'string' && data.length <= MAX_LENGTH && !UNKEPT.test(data)) return data;
  return render(text, DEFAULT_LANGUAGE).toWellFormed().replaceAll('\0', '').slice(0, MAX_LENGTH);
}

/** What `storedText` stored, in the reader's language. */
export function shownText(stored: string, language: Language): string {
  try {
    const data = fromOwnJson<Json>(stored);
    return isMessage(data) ? render(data, language) : stored;
  } catch {
    return stored; // words, or a message of another version
  }
}
