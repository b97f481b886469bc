import { createRequire } from 'node:module';
import type { MarkdownIt, StateInline } from 'markdown-it';
import { countSteps, type Steps } from './counted-steps.ts';

/** The parser skips deeper content, which other renderers show. Each list takes two levels. */
export const MOST_LEVELS = 100;

/** What tables and strikethrough begin with. */
const TABLE = /\||~~/;
/** What may begin a footnote, or refer to one. */
const FOOTNOTE = /\[\^|\^\[/;
const DEFINITION = /\]:/;
/** A URL that renderers link automatically. Inside it, nothing begins code or escapes. */
const BARE_ADDRESS = /(?:www\.|(?:https?|ftp):\/\/)[^\s<]*/gi;
const MARKS = /[`\\[\]()]/g;
/** What may hold other blocks, or hand lines on to the next. */
const HOLDING = /^[ \t>]*(?:[-+*>]|\d+[.)])|\]:/m;
const INDENTED = /^[ >]*(?: {4}|\t)|(?:[-+*>]|\d[.)])(?: {5}| *\t)/m;
/** A definition whose address may be what begins code. */
const FENCE_AS_ADDRESS = /\]:[ \t]*\n[ \t>]*(?:```|~~~)/;
/** A line that only separates the head of a table from its records, in whatever list or quotation. */
const SEPARATOR = /^(?=.*\|)(?=.*-)[\s|:>*+.)\d-]+$/;

/** How renderers differ from CommonMark. */
interface MarkdownReading {
  readonly tables?: boolean;
  readonly footnotes?: boolean;
  /** Definitions of links are text: lines behind one go on with its paragraph, so that indented ones are no code. */
  readonly definitionsAsText?: boolean;
  /** Reads indented and fenced code as text. */
  readonly indentedText?: boolean;
  readonly fencesAsText?: boolean;
  /** Turns bare URLs into links. */
  readonly linking?: boolean;
}

/** The readings that make a difference to a text. */
export function readingsOf(text: string): MarkdownReading[] {
  const withTables = TABLE.test(text) ? [{}, { tables: true }] : [{}];
  const withNotes = FOOTNOTE.test(text) ? [...withTables, { tables: true, footnotes: true }] : withTables;
  const both = <Name extends keyof MarkdownReading>(
    all: readonly MarkdownReading[],
    name: Name,
    isTwofold: boolean,
  ) => (isTwofold ? [...all, ...all.map((one) => ({ ...one, [name]: true }))] : all);
  const withText = both(withNotes, 'definitionsAsText', DEFINITION.test(text));
  const withIndented = both(withText, 'indentedText', HOLDING.test(text) && INDENTED.test(text));
  const withFences = both(withIndented, 'fencesAsText', FENCE_AS_ADDRESS.test(text));
  return [...both(withFences, 'linking', hasMarksInAddresses(text))];
}

/** Makes parsers for readings, each once. Loads the library. */
export function makeParsers(steps: Steps): (reading: MarkdownReading) => MarkdownIt {
  const load = createRequire(import.meta.url);
  const Parser = load('markdown-it') as typeof import('markdown-it').default;
  const footnotes = load('markdown-it-footnote') as typeof import('markdown-it-footnote');
  const make = (reading: MarkdownReading) => {
    const preset = reading.tables ? 'default' : 'commonmark';
    const parser = new Parser(preset, { html: true, maxNesting: MOST_LEVELS });
    parser.validateLink = () => true; // so that every address is seen here,
    parser.normalizeLink = (address) => address; // as it stands there
    parser.inline.ruler.before('html_inline', 'html_special', findSpecial);
    // Its tail, which puts the notes referred to at the end, takes a time that grows by the square of their number.
    if (reading.footnotes) parser.use(footnotes).disable('footnote_tail');
    if (reading.definitionsAsText) parser.disable('reference');
    if (reading.indentedText) parser.disable('code');
    if (reading.fencesAsText) parser.disable('fence');
    if (reading.linking)
      parser.core.ruler.before('inline', 'bare_addresses', ({ tokens }) => {
        for (const token of tokens) if (token.type === 'inline') token.content = withLinks(token.content);
      });
    countSteps(parser, steps);
    return parser;
  };
  const made = new Map<string, MarkdownIt>();
  return (reading) => {
    const name = JSON.stringify(reading);
    const parser = made.get(name) ?? make(reading);
    made.set(name, parser);
    return parser;
  };
}

/** Comments and similar markup, also unclosed: after an unclosed one, the parser looks for no more. */
function findSpecial(state: StateInline, silent: boolean): boolean {
  if (!/^<[!?]/.test(state.src.slice(state.pos, state.pos + 2))) return false;
  if (!silent) state.push('html_inline', '', 0).content = state.src.slice(state.pos);
  state.pos += 2;
  return true;
}

/** Marks of code, of links, or what escapes them. */
function hasMarksInAddresses(text: string): boolean {
  return text.matchAll(BARE_ADDRESS).some(([address]) => address.search(MARKS) >= 0);
}

/** A text in which bare addresses outside code have no marks. */
function withLinks(text: string): string {
  const next = new RegExp(`\\\\[^]|\`+|${BARE_ADDRESS.source}`, 'gi');
  const runs = Map.groupBy(text.matchAll(/`+/g), ([run]) => run);
  let read = '';
  let from = 0;
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const [part] = found;
    if (part.startsWith('`')) {
      const later = runs.get(part) ?? [];
      while (later[0] && later[0].index <= found.index) later.shift();
      if (later[0]) next.lastIndex = later[0].index + part.length;
    } else if (!part.startsWith('\\')) {
      read += text.slice(from, found.index) + part.replaceAll(MARKS, ' ');
      from = next.lastIndex;
    }
  }
  return read + text.slice(from);
}

/** The cells of what some renderer may take for a table: renderers differ in where a table may stand. */
export function cellsOf(text: string): string[] {
  if (!TABLE.test(text)) return [];
  const lines = text.split('\n');
  let isTable = false;
  return lines.flatMap((line, index) => {
    isTable = line.trim() !== '' && (isTable || SEPARATOR.test(lines[index + 1] ?? ''));
    if (!isTable) return [];
    const cells = [line.split(/(?<!\\)\|/), line.includes('\\|') ? line.split('|') : []].flat();
    return cells.map((cell) => cell.replaceAll('\\|', '|'));
  });
}
