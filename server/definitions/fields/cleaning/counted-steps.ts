import type { MarkdownIt } from 'markdown-it';

/** For all readings of a text together: twice what an article of 50,000 characters takes in two, or some 20 ms. */
const MOST_STEPS = 45_000;

/** The steps that parsers have taken for a text. */
export interface Steps {
  taken: number;
}

/** Thrown out of a parser that has taken too many steps. */
export class TooManySteps extends Error {}

/**
 * Makes the parser count its attempts to match blocks and markup, and throw `TooManySteps` beyond the bound, because it parses
 * open brackets and quotes again and again. A text always takes the same number of steps. The caller resets them to 0 before
 * each text.
 */
export function countSteps({ block, inline }: MarkdownIt, steps: Steps): void {
  const step = (): false => {
    steps.taken += 1;
    if (steps.taken > MOST_STEPS) throw new TooManySteps();
    return false;
  };
  block.ruler.before('table', 'steps', step, {
    alt: ['paragraph', 'reference', 'blockquote', 'list', 'table'],
  });
  inline.ruler.before('text', 'steps', step);
  const skipToken = inline.skipToken.bind(inline);
  inline.skipToken = (state) => {
    step();
    skipToken(state);
  };
}
