import { createRequire } from 'node:module';
import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { message } from '../../messages/message.ts';
import { Problem } from '../problem.ts';
import { isSafeAddress } from './safe-address.ts';

/** One way to read Markdown, and the texts that may mean something else by it than in CommonMark. */
interface Reading {
  readonly parser: MarkdownIt;
  readonly matters: RegExp;
  /** Put before the text. */
  readonly preamble?: (markdown: string) => string;
}

/**
 * Makes what refuses Markdown that could harm its readers: HTML in it, or a link that a page could run. Each text is read
 * in every way in which renderers read it: as CommonMark, with tables, and with footnotes. Nothing is changed. Loads the
 * library, so it should be called only where it is needed.
 */
export function makeCleanMarkdown(): (markdown: string) => string | Problem {
  const readings = makeReadings();
  return (markdown) => {
    for (const { parser, matters, preamble } of readings) {
      if (!matters.test(markdown)) continue;
      const problem = problemIn(parser, preamble ? preamble(markdown) + markdown : markdown);
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
    const parser = new Parser(preset, { html: true });
    parser.validateLink = () => true; // so that every address is seen here,
    parser.normalizeLink = (address) => address; // as it stands there
    parser.inline.ruler.before('html_inline', 'html_special', findSpecial);
    return parser;
  };
  return [
    { parser: make('commonmark'), matters: /^/ },
    { parser: make('default'), matters: /\||~~/ },
    { parser: make('default').use(footnotes), matters: /\[\^|\^\[/, preamble: callsOfNotes },
  ];
}

/** Comments and their like, also where they do not end: after one of those, the parser looks for no more. */
function findSpecial(state: StateInline, silent: boolean): boolean {
  if (!/^<[!?]/.test(state.src.slice(state.pos, state.pos + 2))) return false;
  if (!silent) state.push('html_inline', '', 0).content = state.src.slice(state.pos);
  state.pos += 2;
  return true;
}

/** Refers to each footnote, because only those that are referred to are read. */
function callsOfNotes(markdown: string): string {
  const labels = new Set(markdown.match(/\[\^[^\]\s]+\](?=:)/g));
  return `${[...labels].join(' ')}\n\n`;
}

function problemIn(parser: MarkdownIt, markdown: string): Problem | undefined {
  const found: Parameters<MarkdownIt['parse']>[1] = {};
  for (const token of allOf(parser.parse(markdown, found))) {
    if (token.type === 'html_block' || token.type === 'html_inline')
      return new Problem(message('htmlNotAllowed', { found: token.content.trim().slice(0, 30) }));
    const problem = problemOfAddress(parser, String(token.attrGet('href') ?? token.attrGet('src') ?? ''));
    if (problem) return problem;
  }
  for (const { href } of Object.values(found.references ?? {})) {
    const problem = problemOfAddress(parser, href);
    if (problem) return problem;
  }
  return undefined;
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
