import { createRequire } from 'node:module';
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { message } from '../../../messages/message.ts';
import { Problem } from '../../problem.ts';
import { countSteps, TooManySteps } from '../counted-steps.ts';
import { FOOTNOTE } from './bounded-markup.ts';
import { isSafeAddress } from './safe-address.ts';

/** The parser skips deeper content, which other renderers show. Each list takes two levels. */
const MOST_LEVELS = 100;

/** A Markdown dialect, and the texts that it may read differently from CommonMark. */
interface Reading {
  readonly parser: MarkdownIt;
  readonly matters: RegExp;
}

/**
 * Makes a check that refuses harmful Markdown: with HTML or executable links. Each text is parsed
 * as renderers read it: as CommonMark, with tables, and with footnotes. Texts are not changed. Loads the
 * library, so call it only if needed.
 */
export function makeCleanMarkdown(): (markdown: string) => string | Problem {
  const readings = makeReadings();
  return (markdown) => {
    for (const { parser, matters } of readings) {
      if (!matters.test(markdown)) continue;
      const problem = problemIn(parser, markdown);
      if (problem) return problem;
    }
    return markdown;
  };
}

function makeReadings(): Reading[] {
  const load = createRequire(import.meta.url);
  const Parser = load('markdown-it') as typeof import('markdown-it').default;
  const footnotes = load('markdown-it-footnote') as typeof import('markdown-it-footnote');
  const make = (preset: 'commonmark' | 'default') => {
    const parser = new Parser(preset, { html: true, maxNesting: MOST_LEVELS });
    parser.validateLink = () => true; // so that every address is seen here,
    parser.normalizeLink = (address) => address; // as it stands there
    parser.inline.ruler.before('html_inline', 'html_special', findSpecial);
    countSteps(parser);
    return parser;
  };
  return [
    { parser: make('commonmark'), matters: /^/ },
    { parser: make('default'), matters: /\||~~/ },
    // Its tail, which puts the notes referred to at the end, takes a time that grows by the square of their number.
    { parser: make('default').use(footnotes).disable('footnote_tail'), matters: FOOTNOTE },
  ];
}

/** Comments and their like, also where they do not end: after one of those, the parser looks for no more. */
function findSpecial(state: StateInline, silent: boolean): boolean {
  if (!/^<[!?]/.test(state.src.slice(state.pos, state.pos + 2))) return false;
  if (!silent) state.push('html_inline', '', 0).content = state.src.slice(state.pos);
  state.pos += 2;
  return true;
}

/** What a parser keeps beside the tokens of a text; footnotes that have tokens stand inside a line. */
type Found = Parameters<MarkdownIt['parse']>[1] & {
  readonly footnotes?: { readonly list?: readonly { readonly tokens?: readonly Token[] }[] };
};

function problemIn(parser: MarkdownIt, markdown: string): Problem | undefined {
  const found: Found = {};
  const text = tokensOf(parser, markdown, found);
  if (!text) return new Problem(message('markupTooSlow'));
  const notes = found.footnotes?.list?.flatMap(({ tokens = [] }) => tokens) ?? [];
  for (const token of allOf([...text, ...notes])) {
    if (token.type === 'html_block' || token.type === 'html_inline')
      return new Problem(message('htmlNotAllowed', { found: token.content.trim().slice(0, 30) }));
    if (token.level >= MOST_LEVELS - 1) return new Problem(message('tooDeep', { max: MOST_LEVELS / 2 }));
    const problem = problemOfAddress(parser, String(token.attrGet('href') ?? token.attrGet('src') ?? ''));
    if (problem) return problem;
  }
  for (const { href } of Object.values(found.references ?? {})) {
    const problem = problemOfAddress(parser, href);
    if (problem) return problem;
  }
  return undefined;
}

/** Nothing where the parser would take too long. */
function tokensOf(parser: MarkdownIt, markdown: string, found: Found): Token[] | undefined {
  try {
    return parser.parse(markdown, found);
  } catch (failure) {
    if (failure instanceof TooManySteps) return undefined;
    throw failure;
  }
}

function* allOf(tokens: readonly Token[]): Generator<Token> {
  for (const token of tokens) {
    yield token;
    if (token.children) yield* allOf(token.children);
  }
}

/** Renderers differ in what they unescape, and browsers decode what is left: each form has to be safe. */
function problemOfAddress({ utils }: MarkdownIt, address: string): Problem | undefined {
  let form = address;
  for (;;) {
    if (!isSafeAddress(form)) return new Problem(message('linkNotAllowed', { found: address.slice(0, 30) }));
    const next = utils.unescapeAll(form);
    if (next === form) return undefined;
    form = next;
  }
}
