import { message } from '../../../messages/message.ts';
import { Problem } from '../../problem.ts';
import { readingsOf } from './markdown-readings.ts';

/** What costs parsers time: in HTML, what may begin a tag; in Markdown, what may begin or end markup, a line or a block. */
const MARKS = { html: /</g, markdown: /\n\n|\^\[|[*_~`[\]<|>#\n]|[-+]+|\d[.)]/g } as const;
/** More than articles need; parsing as many takes some 20 ms. Markdown that is parsed in several ways may have fewer. */
const MOST = { html: 5000, markdown: [10_000, 10_000, 6000, 6000] } as const;
const LEAST = 3000;
/** A paragraph, and a footnote inside a line, which is read by a parser of its own. */
const WEIGHTS: Readonly<Record<string, number>> = { '\n\n': 2, '^[': 10 };
/** Parsers differ in how deep they look into nested brackets. */
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
