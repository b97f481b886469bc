import type { MarkdownIt, Token } from 'markdown-it';
import { message } from '../../../messages/message.ts';
import { lazy } from '../../../shared/lazy.ts';
import { Problem } from '../../problem.ts';
import { TooManySteps } from './counted-steps.ts';
import { cellsOf, MOST_LEVELS, makeParsers, readingsOf } from './markdown-readings.ts';
import { isSafeAddress } from './safe-address.ts';

/**
 * Makes a check that refuses harmful Markdown: HTML and executable links. Each text is parsed in every way that common
 * renderers do. Texts are not changed. The first text loads the library.
 */
export function makeCleanMarkdown(): (markdown: string) => string | Problem {
  const steps = { taken: 0 };
  const parsers = lazy(() => makeParsers(steps));
  return (markdown) => {
    steps.taken = 0;
    for (const reading of readingsOf(markdown)) {
      const problem = problemIn(parsers()(reading), markdown);
      if (problem) return problem;
    }
    for (const cell of cellsOf(markdown)) {
      const problem = problemIn(parsers()({ linking: true }), cell, 'inline');
      if (problem) return problem;
    }
    return markdown;
  };
}

/** What a parser keeps beside the tokens of a text; footnotes that have tokens stand inside a line. */
type ParserState = Parameters<MarkdownIt['parse']>[1] & {
  readonly footnotes?: { readonly list?: readonly { readonly tokens?: readonly Token[] }[] };
};

function problemIn(
  parser: MarkdownIt,
  markdown: string,
  form: 'text' | 'inline' = 'text',
): Problem | undefined {
  const found: ParserState = {};
  const text = tokensOf(parser, markdown, { found, form });
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

/** The tokens of a text; undefined if parsing it would take too long. */
function tokensOf(
  parser: MarkdownIt,
  markdown: string,
  { found, form }: { readonly found: ParserState; readonly form: 'text' | 'inline' },
): Token[] | undefined {
  try {
    return form === 'text' ? parser.parse(markdown, found) : parser.parseInline(markdown, found);
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

/** Browsers decode every number. The parser leaves those of control characters, and long ones, as they stand. */
const NUMBERED = /&#(?:x([\da-f]+)|(\d+));/gi;

function characterOf(_: string, hexadecimal: string | undefined, decimal: string): string {
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}

/** Renderers differ in what they unescape, and browsers decode the rest, so each form has to be safe. */
function problemOfAddress({ utils }: MarkdownIt, address: string): Problem | undefined {
  let form = address;
  for (;;) {
    if (!isSafeAddress(form)) return new Problem(message('linkNotAllowed', { found: address.slice(0, 30) }));
    const next = utils.unescapeAll(form).replaceAll(NUMBERED, characterOf);
    if (next === form) return undefined;
    form = next;
  }
}
