import { createReadStream } from 'node:fs';
import { SaxesParser } from 'saxes';
import { SourceProblem } from '../source.ts';

/** An element with what is in it. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Element[];
}

/** How deep elements may lie, and how many characters and elements one entry of the channel may hold. */
const MOST_DEPTH = 12;
const MOST_CHARACTERS = 50_000_000;
const MOST_ELEMENTS = 500_000;
/** The level of what a channel holds: rss, channel, entry. */
const ENTRY = 3;

/**
 * The entries of the channel of an RSS file, one at a time: no more than one is ever in memory. Throws SourceProblem for what is no
 * XML, and for document types: they may define entities, which WordPress never writes.
 */
export async function* channelEntries(path: string): AsyncGenerator<Element> {
  const parser = new SaxesParser();
  const open: Element[] = [];
  let ready: Element[] = [];
  let [characters, elements] = [0, 0];
  const fail = (what: string): never => {
    throw new SourceProblem(`${path}: line ${parser.line}, column ${parser.column}: ${what}`);
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (!element || open.length < ENTRY) return;
    characters += text.length;
    if (characters > MOST_CHARACTERS) fail(`an entry has more than ${MOST_CHARACTERS} characters`);
    element.text += text;
  };
  parser.on('error', ({ message }) => fail(message));
  parser.on('doctype', () => fail('document types are refused: they may define entities'));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, text: '', children: [] };
    if (open.length >= ENTRY) open.at(-1)?.children.push(element);
    open.push(element);
    if (open.length === 1 && name !== 'rss')
      fail("this is no export of WordPress: it does not begin with 'rss'");
    if (open.length === ENTRY) [characters, elements] = [0, 0];
    elements += 1;
    if (open.length > MOST_DEPTH) fail(`elements lie more than ${MOST_DEPTH} deep`);
    if (elements > MOST_ELEMENTS) fail(`an entry has more than ${MOST_ELEMENTS} elements`);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element && open.length === ENTRY - 1) ready.push(element);
  });
  try {
    for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1_000_000 })) {
      parser.write(chunk as string); // the encoding makes it text
      yield* ready;
      ready = [];
    }
    parser.close();
    yield* ready;
  } catch (error) {
    if (error instanceof SourceProblem || !(error instanceof Error && 'code' in error)) throw error;
    throw new SourceProblem(`${path}: cannot be read (${error.message})`, { cause: error });
  }
}

/** The text of a child; empty if there is none. */
export function textIn({ children }: Element, name: string): string {
  return children.find((one) => one.name === name)?.text ?? '';
}
