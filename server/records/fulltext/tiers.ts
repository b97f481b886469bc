import type { Clauses, Term } from '../../database/search-sql.ts';
import type { Definition, SearchLevels } from '../../definitions/for-server.ts';
import { countsOften, encodeWord, fieldKey } from './tokens.ts';
import { spaced, type Word, wordsOf } from './words.ts';

/** A word that a search looks for. */
export interface SoughtWord extends Pick<Word, 'text'> {
  /**
   * Whether it also matches the beginning of a word. Characters of scripts without spaces always do, the last word in later
   * tiers.
   */
  readonly isPrefix: boolean;
  readonly mayBePrefix: boolean;
}

/** The words of a search, each once. The last one may be unfinished. */
export function wantedOf(text: string): SoughtWord[] {
  const words = [...wordsOf(spaced(text))];
  const asked = words.filter(({ form, end }, place) => {
    const before = words[place - 1];
    return form !== 'last' || before?.form !== 'pair' || before.end !== end; // the pair holds it
  });
  const unique = new Map<string, SoughtWord>();
  for (const [place, { text: word, form }] of asked.entries()) {
    const isPrefix = form === 'last';
    const mayBePrefix = isPrefix || (form === 'word' && place === asked.length - 1);
    if (!unique.has(word)) unique.set(word, { text: word, isPrefix, mayBePrefix });
  }
  return [...unique.values()];
}

/**
 * The steps of the ranking as queries, best first. Records with all words in the most important fields come first, then records with
 * one of the words there, then the less important fields in turn; before the last of these come texts that repeat the words
 * often. The same steps follow with the last word as the beginning of a word. The last step finds all records of the search.
 */
export function tiersOf(
  definition: Definition,
  levels: SearchLevels,
  wanted: readonly SoughtWord[],
): { readonly tiers: Clauses[]; readonly wholes: number } {
  const whole = stepsOf(definition, levels, wanted, (word) => word.isPrefix);
  const hasPrefix = wanted.some((word) => word.mayBePrefix && !word.isPrefix);
  const begun = stepsOf(definition, levels, wanted, (word) => word.mayBePrefix);
  return { tiers: hasPrefix ? [...whole, ...begun] : whole, wholes: whole.length };
}

function stepsOf(
  definition: Definition,
  levels: SearchLevels,
  wanted: readonly SoughtWord[],
  isPrefix: (word: SoughtWord) => boolean,
): Clauses[] {
  const termsIn = (fields: readonly string[], word: SoughtWord, often = false): Term[] =>
    fields.map((name) => ({
      token: fieldKey(name, often) + encodeWord(word.text),
      isPrefix: isPrefix(word),
    }));
  const within = (count: number) => wanted.map((word) => termsIn(levels.slice(0, count).flat(), word));
  const [first = []] = levels;
  const long = levels
    .slice(levels.length > 1 ? 1 : 0)
    .flat()
    .filter((name) => countsOften(definition, name));
  const oneInFirst = wanted.flatMap((word) => termsIn(first, word));
  const inOthers = levels.slice(1).map((_, place) => within(place + 2));
  return [
    ...(levels.length > 1 ? [within(1)] : []),
    ...(levels.length > 1 && wanted.length > 1 ? [[...within(levels.length), oneInFirst]] : []),
    ...inOthers.slice(0, -1),
    ...(long.length > 0
      ? [
          wanted.map((word) => [
            ...(levels.length > 1 ? termsIn(first, word) : []),
            ...termsIn(long, word, true),
          ]),
        ]
      : []),
    within(levels.length),
  ];
}
