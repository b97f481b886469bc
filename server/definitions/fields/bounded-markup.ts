import { message } from '../../messages/message.ts';
import { Problem } from '../problem.ts';

/** Tags of HTML, and characters that may begin or end markup in Markdown: reading those takes the time. */
const MARKS = { html: /<[a-z/!?]/gi, markdown: /[*_~`[\]<|]/g } as const;
/** No article needs as many; reading these takes some 20 ms. */
const MOST = { html: 5000, markdown: 10_000 } as const;

/** What is wrong with a text that would take too long to read, for how it is marked up. */
export function tooMuchMarkup(text: string, format: keyof typeof MARKS): Problem | undefined {
  if (text.length <= MOST[format]) return undefined;
  let count = 0;
  for (const _ of text.matchAll(MARKS[format])) {
    count += 1;
    if (count > MOST[format]) return new Problem(message('tooMuchMarkup', { max: MOST[format] }));
  }
  return undefined;
}
