import { LANGUAGES, type Translations } from '../../messages/languages.ts';
import { isPlainObject, type OptionCheck } from '../checks/options.ts';

/** What a manifest or a process gives people to read: words, or words by language. Never a name of a text of the server. */
export type ShownText = string | Translations;

/** A text with at most `most` characters in each language. */
export function shownText(most: number): OptionCheck {
  const languages: readonly string[] = LANGUAGES;
  const fits = (words: unknown) =>
    typeof words === 'string' && onOneLine(words) !== '' && Array.from(words).length <= most;
  return {
    allowed: `text of at most ${most} characters, or such texts by language (${LANGUAGES.join(', ')})`,
    accepts(value) {
      if (!isPlainObject(value)) return fits(value);
      const entries = Object.entries(value);
      return entries.length > 0 && entries.every(([one, words]) => languages.includes(one) && fits(words));
    },
  };
}

/** Words on one line, without characters that are not seen or turn the order of others. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
