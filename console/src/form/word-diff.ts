import { diffArrays } from 'diff';

/** A piece of a text: the same on both sides, or on one of them only. */
export interface DiffPart {
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
export function diffWords(before: string, after: string, split = wordsOf): DiffPart[] {
  const isLong = before.length + after.length > 8 * MOST_WORDS;
  const [one, other] = [before, after].map(isLong ? linesOf : split) as [string[], string[]];
  return withWholePhrases(
    diffArrays(one, other).map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    })),
  );
}

/** Words that are replaced one after the other read as one phrase, with the spaces between them. */
function withWholePhrases(pieces: readonly DiffPart[]): DiffPart[] {
  const whole: DiffPart[] = [];
  let phrase = { removed: '', added: '' };
  const end = () => {
    for (const kind of ['removed', 'added'] as const)
      if (phrase[kind]) whole.push({ kind, text: phrase[kind] });
    phrase = { removed: '', added: '' };
  };
  for (const [index, { kind, text }] of pieces.entries()) {
    const isReplaced = phrase.removed !== '' && phrase.added !== '';
    const isInside = isReplaced && text.trim() === '' && (pieces[index + 1]?.kind ?? 'same') !== 'same';
    if (kind !== 'same') phrase = { ...phrase, [kind]: phrase[kind] + text };
    else if (isInside) phrase = { removed: phrase.removed + text, added: phrase.added + text };
    else {
      end();
      whole.push({ kind, text });
    }
  }
  end();
  return whole;
}

export function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/);
}
