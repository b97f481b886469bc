import { END, PLAIN, type Weights, type WeightTable, weightsOf } from './weights.ts';

/** The most characters of a key. What follows in longer texts does not count. */
export const MAX_SORT_KEY = 200;

/** Texts are read up to here: more than fit into a key. */
const MOST_READ = 4 * MAX_SORT_KEY;
const HANGUL = /[\uAC00-\uD7A3]/;
const LETTER = /[\p{L}\p{N}\p{M}]/u;
const IGNORED = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}]/u;
const NUMBERS = /\p{Nd}+/gu;
/** Lengths of numbers are characters, of which this is the first. */
const SHORTEST = 0x21;

/**
 * A text whose order by code point is the order of texts that readers of a language expect: first by letters, then by accents,
 * then by case. `tag` is a BCP 47 tag; with `kn`, such as `de-u-kn`, numbers in texts compare by their value.
 */
export function sortKey(tag: string, text: string): string {
  const table = weightsOf(tag);
  const units = [...(table.isNumeric ? withNumbers(table, firstOf(text)) : unitsOf(table, firstOf(text)))];
  const level = (name: keyof Weights) => units.map((unit) => unit[name]).join('');
  const key = [level('letters'), trimmed(level('accents'), PLAIN), trimmed(level('forms'), PLAIN)].join(END);
  return firstOf(trimmed(key, END), MAX_SORT_KEY);
}

function* unitsOf(table: WeightTable, text: string): Generator<Weights> {
  const characters = [...text.normalize('NFC')];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    const pair = table.mayBeOne(character) ? table.of(character + characters[at + 1]) : undefined;
    if (pair) at += 1;
    const weights = pair ?? table.of(character);
    if (weights) yield weights;
    else if (HANGUL.test(character)) yield* partsOf(table, character);
    else if (!IGNORED.test(character)) yield unlisted(table, character);
  }
}

/** Syllables compare by their sounds, of which there are two or three. */
function* partsOf(table: WeightTable, syllable: string): Generator<Weights> {
  for (const sound of syllable.normalize('NFD')) {
    const weights = table.of(sound);
    if (weights) yield weights;
  }
}

/** Rare letters come last, pictures and other symbols before numbers, each by code point. */
function unlisted({ beforeNumbers }: WeightTable, character: string): Weights {
  const letters = LETTER.test(character) ? character : beforeNumbers + character;
  return { letters, accents: PLAIN, forms: PLAIN };
}

function* withNumbers(table: WeightTable, text: string): Generator<Weights> {
  const zero = table.of('0') as Weights;
  let end = 0;
  for (const { 0: digits, index } of text.matchAll(NUMBERS)) {
    yield* unitsOf(table, text.slice(end, index));
    const value = [...digits].map((digit) => table.of(digit)?.letters ?? '').join('');
    const counted = value.slice([...digits].findIndex((digit) => table.of(digit)?.letters !== zero.letters));
    const length = String.fromCodePoint(SHORTEST + Math.min(counted.length, MAX_SORT_KEY));
    yield { ...zero, letters: zero.letters + length + counted };
    end = index + digits.length;
  }
  yield* unitsOf(table, text.slice(end));
}

/** A text without a character that says nothing at its end. */
function trimmed(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
}

/** The beginning of a text, in whole characters. */
function firstOf(text: string, most = MOST_READ): string {
  return text.length <= most ? text : [...text.slice(0, 2 * most)].slice(0, most).join('');
}
