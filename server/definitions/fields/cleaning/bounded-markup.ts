import { message } from '../../../messages/message.ts';
import { Problem } from '../../problem.ts';
import { readingsOf } from './markdown-readings.ts';

/**
 * What may begin an HTML tag; in Markdown, characters that may begin or end markup, lines, and what may begin a block. Parsing
 * those takes the time.
 */
const MARKS = { html: /</g, markdown: /\n\n|\^\[|[*_~`[\]<|>#\n]|[-+]+|\d[.)]/g } as const;
/** No article needs as many; reading these takes some 20 ms. Markdown that is read in more ways may have less. */
const MOST = { html: 5000, markdown: [10_000, 10_000, 6000, 6000] } as const;
const LEAST = 3000;
/** A paragraph, and a footnote inside a line, which is read by a parser of its own. */
const WEIGHTS: Readonly<Record<string, number>> = { '\n\n': 2, '^[': 10 };
/** How deep parsers look into brackets within brackets is up to each. */
const MOST_BRACKETS = 25;

/** Footnotes take about as long as two readings. */
function mostIn(markdown: string): number {
  const readings = readingsOf(markdown);
  const notes = readings.filter(({ footnotes }) => footnotes);
  return MOST.markdown[readings.length + notes.length - 1] ?? LEAST;
}

/** The problem of a text whose markup takes too long to parse, or is parsed differently by others. */
export function tooMuchMarkup(text: string, format: keyof typeof MARKS): Problem | undefined {
  const most = format === 'html' ? MOST.html : mostIn(text);
  let count = 0;
  let depth = 0;
  for (const [mark] of text.matchAll(MARKS[format])) {
    count += WEIGHTS[mark] ?? 1;
    if (count > most) return new Problem(message('tooMuchMarkup', { max: most }));
    if (mark === '\n\n') depth = 0;
    else if (mark === ']') depth = Math.max(0, depth - 1);
    else if (mark.endsWith('[')) depth += 1;
    if (depth > MOST_BRACKETS) return new Problem(message('tooDeep', { max: MOST_BRACKETS }));
  }
  return undefined;
}
