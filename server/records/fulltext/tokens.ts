import { createHash } from 'node:crypto';
import type { Raw } from '../../database/engine.ts';
import type { Definition } from '../../definitions/define-collection.ts';
import { plainTextOf } from './plain-text.ts';
import { wordsOf } from './words.ts';

/** Raise it when the same text gives other tokens: every index is then built again. */
export const TOKENS_VERSION = 1;

/** The longest token that all engines take: InnoDB keeps words of at most 84 characters. */
const MOST_LENGTH = 80;
/** How much of a record is indexed: SQLite takes some 40 ms for it, all in one call. */
export const MOST_CHARACTERS = 200_000;
/** How many words are read in one step. */
const STEP = 100;
/** A long text that holds a word this many times holds it often. */
const OFTEN = 3;

const keys = new Map<string, string>();

/**
 * A prefix of four characters for the words of a field, so that one index serves all fields and a search names those it may
 * search. It depends on the name alone, so no other version of a definition takes a word for another field's.
 */
export function fieldKey(name: string, isOften = false): string {
  const text = isOften ? `often ${name}` : name;
  const known = keys.get(text) ?? digestOf(text);
  keys.set(text, known);
  return known;
}

function digestOf(text: string): string {
  const number = createHash('sha256').update(text).digest().readUInt32BE() % 36 ** 4;
  return number.toString(36).padStart(4, '0');
}

/** Below this, a character takes three digits in base 36. */
const SHORT = 36 ** 3;

/** A word in a to z, digits and underscores, which every engine reads as one word. Prefixes stay prefixes. */
export function encodeWord(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word.slice(0, MOST_LENGTH);
  let encoded = '';
  for (const character of word) {
    const code = character.codePointAt(0) ?? 0;
    const next = /[a-z0-9]/.test(character)
      ? character
      : code < SHORT
        ? `_${code.toString(36).padStart(3, '0')}`
        : `__${code.toString(36).padStart(4, '0')}`;
    if (encoded.length + next.length > MOST_LENGTH) return encoded;
    encoded += next;
  }
  return encoded;
}

/** Whether words that a field repeats count for more. */
export function countsOften({ columns }: Definition, field: string): boolean {
  return columns[field]?.type === 'text';
}

/** The tokens of a record, separated by spaces: each word of each searched field once. Yields between steps. */
export function* tokensOf(definition: Definition, record: Raw): Generator<undefined, string> {
  const tokens: string[] = [];
  let left = MOST_CHARACTERS;
  let read = 0;
  const add = (token: string) => {
    left -= token.length + 1;
    if (left >= 0) tokens.push(token);
  };
  for (const name of definition.search.flat()) {
    const field = definition.fields[name];
    if (!field) continue;
    const times = new Map<string, number>();
    for (const { text } of wordsOf(plainTextOf(field, record[name]))) {
      times.set(text, (times.get(text) ?? 0) + 1);
      if (++read % STEP === 0) yield;
    }
    for (const [word, count] of times) {
      if (left < 0) return tokens.join(' ');
      if (++read % STEP === 0) yield;
      const encoded = encodeWord(word);
      add(fieldKey(name) + encoded);
      if (count >= OFTEN && countsOften(definition, name)) add(fieldKey(name, true) + encoded);
    }
  }
  return tokens.join(' ');
}
