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
  for (const [slice, offset] of slicesOf(piece))
    for (const [text] of fold(slice).matchAll(RUN))
      yield { text, start: start + offset, end: start + offset + slice.length, form: 'word' };
}

function* pairsOf(piece: string, start: number): Generator<Word> {
  let before: Sign | undefined;
  for (const sign of signsOf(piece, start)) {
    if (before) yield { text: before.text + sign.text, start: before.start, end: sign.end, form: 'pair' };
    before = sign;
  }
  if (before) yield { ...before, form: 'last' };
}

type Sign = Omit<Word, 'form'>;

/** The folded characters. If folding changes their number, only the position of the whole slice is known. */
function* signsOf(piece: string, start: number): Generator<Sign> {
  for (const [slice, offset] of slicesOf(piece)) {
    const written = [...slice];
    const signs = [...fold(slice)];
    const isExact = signs.length === written.length;
    let at = start + offset;
    for (const [place, text] of signs.entries()) {
      const end = isExact ? at + (written[place] ?? '').length : start + offset + slice.length;
      yield { text, start: at, end };
      if (isExact) at = end;
    }
  }
}

/** How many characters without a break are folded at a time. */
const SLICE = 1000;
/** Marks, and the letters of Hangul that join the one before: a slice does not begin with them. */
const JOINS = /^[\p{M}\u1160-\u11ff\udc00-\udfff]/u;

/** Parts of a long text, each with its position. */
function* slicesOf(text: string): Generator<readonly [slice: string, offset: number]> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + SLICE, text.length);
    while (to < Math.min(from + 2 * SLICE, text.length) && JOINS.test(text.slice(to, to + 2))) to += 1;
    yield [text.slice(from, to), from];
    from = to;
  }
}
