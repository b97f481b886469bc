import { Collator } from './collator.ts';

/** The weights of one unit of a text at the three levels that tell texts apart: letters, accents, case and form. */
export interface Weights {
  /** Empty for marks, which count at the other levels alone. */
  readonly letters: string;
  readonly accents: string;
  readonly forms: string;
}

/** What a language makes of the parts of a text. */
export interface WeightTable {
  /** The weights of a character, in its composed form, or of two letters that the language takes for one. */
  of(unit: string): Weights | undefined;
  /** Whether two letters may be one. */
  mayBeOne(first: string): boolean;
  /** Whether numbers in texts compare by their value. */
  readonly isNumeric: boolean;
  /** The letter weight that precedes all numbers. */
  readonly beforeNumbers: string;
}

/** All weights are above it, so it ends a level: the shorter text comes first. */
export const END = ' ';
const ZERO = '!';
const FIRST = 0x21;
const SURROGATES = [0xd800, 0xf8ff] as const;
/** The weight of a character without accents, or in its plain form, at these levels. */
export const PLAIN = weight(0);
/** The weight of letters that were written as one: behind all others of the same letter. */
const MERGED = weight(0x7f);

const LETTERS = /[\p{L}\p{N}\p{M}]/u;
const MARKS = /[\p{P}\p{S}\p{Zs}]/u;
const HAN = /\p{Script=Han}/u;
/** Decomposed into their parts, which have weights. */
const HANGUL = /[\uAC00-\uD7A3]/;
/** The blocks whose punctuation and symbols have weights of their own: what texts hold, without pictures. */
const BLOCKS = [
  [0x20, 0x24f],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x3000, 0x303f],
  [0xff00, 0xffef],
] as const;
const LAST = 0xfffd;
/** The languages whose order of Chinese characters is not that of their code points. */
const ORDERS_HAN = new Set(['zh', 'ja', 'ko', 'yue']);
/** Letters that some languages take for two. Whether this one does is asked. */
const AS_TWO: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ǽ: 'ae',
  œ: 'oe',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
};
/** The letters that occur in pairs that some languages take for one letter: `ch`, `lj`, `dž`. */
const IN_PAIRS = [...'abcdefghijklmnopqrstuvwxyzž'];

const known = new Map<string, WeightTable>();

/**
 * The weights of a language, by a tag such as `de` or `de-u-co-phonebk`. They are read off `Intl.Collator`, which has no sort
 * keys: it sorts all characters once, and each gets the number of its place.
 */
export function weightsOf(tag: string): WeightTable {
  const table = known.get(tag) ?? readWeights(tag);
  known.set(tag, table);
  return table;
}

function readWeights(tag: string): WeightTable {
  const collator = new Collator(tag);
  const pairs = pairsOf(collator);
  const { language, numeric: isNumeric = false } = new Intl.Locale(tag);
  const units = [...repertoire(ORDERS_HAN.has(language)), ...pairs].sort(
    (one, other) => collator.inForm(one, other) || (one < other ? -1 : 1),
  );
  const weights = new Map<string, Weights>();
  const place = { letter: 0, accent: 0, form: 0 };
  let before = '';
  let beforeNumbers = PLAIN;
  for (const unit of units) {
    if (collator.byLetter(before, unit) !== 0) {
      place.letter += unit === '0' ? 2 : 1; // one place is left free for what has no weight of its own
      place.accent = place.form = 0;
      if (unit === '0') beforeNumbers = weight(place.letter - 1);
    } else if (collator.byAccent(before, unit) !== 0) {
      place.accent += 1;
      place.form = 0;
    } else if (collator.inForm(before, unit) !== 0) place.form += 1;
    const letters = place.letter === 0 ? '' : weight(place.letter);
    weights.set(unit, { letters, accents: weight(place.accent), forms: weight(place.form) });
    before = unit;
  }
  for (const unit of units) {
    if (pairs.has(unit) || HAN.test(unit)) continue;
    const merged = mergedWeights(collator, weights, unit);
    if (merged) weights.set(unit, merged);
  }
  const firsts = new Set([...pairs].map((pair) => pair.slice(0, 1)));
  return {
    of: (unit) => weights.get(unit),
    mayBeOne: (first) => firsts.has(first),
    isNumeric,
    beforeNumbers,
  };
}

/** The weights of a character that the language reads as several: `ß` as `ss`, `½` as `1⁄2`. */
function mergedWeights(
  { byLetter, byAccent }: Collator,
  weights: ReadonlyMap<string, Weights>,
  unit: string,
): Weights | undefined {
  const parts = AS_TWO[unit.toLowerCase()] ?? unit.normalize('NFKD');
  if (parts.length < 2 || byLetter(unit, parts) !== 0) return undefined;
  const each = [...parts].map((part) => weights.get(part));
  const letters = each.map((one) => one?.letters ?? '').join('');
  if ([...letters].length < 2) return undefined;
  const rest = PLAIN.repeat([...letters].length - 1);
  const isAccented = byAccent(unit, parts) !== 0;
  const isPlain = isAccented && unit === unit.toLowerCase();
  return {
    letters,
    accents: (isAccented ? MERGED : PLAIN) + rest,
    forms: (isPlain ? PLAIN : MERGED) + rest,
  };
}

/** The pairs of letters that a language sorts as one, in every case. */
function pairsOf({ byLetter }: Collator): Set<string> {
  const inOrder = IN_PAIRS.toSorted(byLetter);
  const pairs = new Set<string>();
  for (const first of IN_PAIRS)
    for (const [place, second] of inOrder.entries()) {
      const next = inOrder[place + 1];
      const isInOrder =
        next === undefined || byLetter(first + second, first + next) === byLetter(second, next);
      if (isInOrder) continue;
      const [one, two] = [first.toUpperCase(), second.toUpperCase()];
      for (const pair of [first + second, one + second, one + two, first + two])
        if (byLetter(pair, first + second) === 0) pairs.add(pair);
    }
  return pairs;
}

function* repertoire(withHan: boolean): Generator<string> {
  for (let code = FIRST - 1; code <= LAST; code += 1) {
    if (code === SURROGATES[0]) code = SURROGATES[1] + 1;
    const character = String.fromCharCode(code);
    if (HANGUL.test(character) || (!withHan && HAN.test(character))) continue;
    const isMark = MARKS.test(character) && BLOCKS.some(([from, to]) => code >= from && code <= to);
    if (isMark || LETTERS.test(character)) yield character;
  }
}

/** A place as a character. Characters compare like their code points, on every engine. */
function weight(place: number): string {
  if (place === 0) return ZERO;
  const code = FIRST + place;
  return String.fromCodePoint(code < SURROGATES[0] ? code : code + SURROGATES[1] - SURROGATES[0] + 1);
}
