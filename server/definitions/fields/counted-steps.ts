import type { MarkdownIt } from 'markdown-it';

/** Half as many again as any article of 50,000 characters takes; a parser takes some 10 ms for them. */
const MOST_STEPS = 30_000;

/** Thrown out of a parser that has taken too many steps. */
export class TooManySteps extends Error {}

/**
 * Lets the parser count where it looks for blocks and for markup, and throw `TooManySteps` once that is too often:
 * it looks again at what stands in open brackets, or may continue a quote. The same text always takes as many steps.
 */
export function countSteps({ core, block, inline }: MarkdownIt): void {
  let steps = 0;
  const step = (): false => {
    steps += 1;
    if (steps > MOST_STEPS) throw new TooManySteps();
    return false;
  };
  core.ruler.before('normalize', 'steps', () => {
    steps = 0; // a text begins
  });
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
