import { lazy } from '../../shared/lazy.ts';
import { fold } from './fold.ts';

/** A word as it is compared, and where it stands in the text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How it was taken from its script: a word between spaces, two signs, or a sign with none behind it. */
  readonly form: 'word' | 'pair' | 'last';
}

const RUN = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that write no spaces between words, or none that a reader relies on. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
const STARTS_UNSPACED =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;
const IS_ASCII = /^[\0-\x7f]*$/;

const segmenter = lazy(() => new Intl.Segmenter('zh', { granularity: 'word' })); // which reads its dictionary

/**
 * A text that is searched for, with spaces between the words that ICU knows. Only the question is read by its dictionary: another
 * one finds somewhat more or less, and no index has to be built again.
 */
export function spaced(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return text.replace(UNSPACED, (piece) =>
    STARTS_UNSPACED.test(piece)
      ? Array.from(segmenter().segment(piece), ({ segment }) => segment).join(' ')
      : piece,
  );
}

/** The words of a text in their order. Text of scripts without spaces is read as pairs of neighbouring signs. */
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
  // Where folding changed the number of signs, only the whole piece is known to hold the pair.
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
