import { lazy } from '../../shared/lazy.ts';
import { fold } from './fold.ts';

/** A word in its form for comparing, and its position in the text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How it was cut: a word between spaces, a pair of characters, or the last character. */
  readonly form: 'word' | 'pair' | 'last';
}

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts without reliable spaces between words. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
const STARTS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;
const IS_ASCII = /^[\0-\x7f]*$/;

const segmenter = lazy(() => new Intl.Segmenter('zh', { granularity: 'word' })); // which reads its dictionary

/**
 * The text of a search, with spaces between the words that ICU finds. Only searches use its dictionary, so a newer dictionary
 * changes what they find slightly, but no index has to be built again.
 */
export function spaced(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return text.replace(UNSPACED, (piece) =>
    STARTS_UNSPACED.test(piece)
      ? Array.from(segmenter().segment(piece), ({ segment }) => segment).join(' ')
      : piece,
  );
}

/** The words of a text in order. Scripts without spaces give pairs of neighbouring characters. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (IS_ASCII.test(run)) {
      yield { text: run.toLowerCase(), start: index, end: index + run.length, form: 'word' };
      continue;
    }
    for (const { 0: piece, index: offset } of run.matchAll(UNSPACED)) {
      const start = index + offset;
      yield* STARTS_UNSPACED.test(piece) ? pairsOf(piece, start) : spacedOf(piece, start);
    }
  }
}

/** Folding may make several words of one, as of ½. */
function* spacedOf(piece: string, start: number): Generator<Word> {
  for (const [text] of fold(piece).matchAll(RUN))
    yield { text, start, end: start + piece.length, form: 'word' };
}

function* pairsOf(piece: string, start: number): Generator<Word> {
  const written = [...piece];
  const signs = [...fold(piece)];
  const ends: number[] = [];
  for (const sign of written) ends.push((ends.at(-1) ?? start) + sign.length);
  // If folding changed the number of characters, only the position of the whole piece is known.
  const isExact = signs.length === written.length;
  const from = (place: number) => (isExact && place > 0 ? (ends[place - 1] ?? start) : start);
  const to = (place: number) => (isExact ? (ends[place] ?? start) : start + piece.length);
  for (const [place, sign] of signs.entries()) {
    const next = signs[place + 1];
    yield next === undefined
      ? { text: sign, start: from(place), end: to(place), form: 'last' }
      : { text: sign + next, start: from(place), end: to(place + 1), form: 'pair' };
  }
}
