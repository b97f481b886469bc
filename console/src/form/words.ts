import { diffArrays } from 'diff';

/** A piece of a text: the same on both sides, or on one of them only. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Beyond this a difference by word takes too long to compute while somebody waits. */
const MOST_WORDS = 20_000;
/** A tag stays whole, so that a difference never cuts through one. */
const MARKUP = /<[^<>]*>|[^<]+|</g;

/** Words of any language, spaces and punctuation; joined they are the text again. */
export function wordsOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The same, with every HTML tag as one word. */
export function wordsOfMarkup(html: string): string[] {
  return (html.match(MARKUP) ?? []).flatMap((part) => (part.startsWith('<') ? part : wordsOf(part)));
}

/** How `after` came from `before`, word by word; very long texts line by line. */
export function differenceOf(before: string, after: string, split = wordsOf): Piece[] {
  const isLong = before.length + after.length > 8 * MOST_WORDS;
  const [one, other] = [before, after].map(isLong ? linesOf : split) as [string[], string[]];
  return diffArrays(one, other).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
