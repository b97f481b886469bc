import { badParameters } from '../../../errors.ts';
import { message } from '../messages/message.ts';
import { requireUtf8 } from './file-text.ts';

/** The separators that spreadsheets write, by language and program. */
const SEPARATORS = [',', ';', '\t'] as const;
/** The first line says the separator, for Excel, which does not show it. */
const SAID = /^\ufeff?"?sep=([^"\r\n])"?[;,\t]*(?:\r\n|\n|\r)/i;
/** As much of a file as its first line may take. */
const MOST_BYTES = 65_536;

/** A file of a spreadsheet as UTF-8, and how its cells are separated. */
export interface SheetText {
  readonly separator: string;
  /** How many lines before `bytes` say the separator. */
  readonly skipped: number;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Finds out how a spreadsheet wrote a file. `countNames` tells how many of some cells name columns. */
export async function readSheetText(
  source: AsyncIterable<Buffer>,
  countNames: (cells: readonly string[]) => number,
): Promise<SheetText> {
  const bytes = (await toUtf8(source))[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  let isWhole = false;
  while (!isWhole && start.length < MOST_BYTES && !hasLine(start)) {
    const next = await bytes.next();
    if (next.done) isWhole = true;
    else start = Buffer.concat([start, next.value]);
  }
  const text = start.toString('utf8');
  const said = SAID.exec(text);
  const rest = said ? start.subarray(Buffer.byteLength(said[0])) : start;
  return {
    separator: said?.[1] ?? likeliest(headerOf(text), countNames),
    skipped: said ? 1 : 0,
    bytes: whole(rest, bytes),
  };
}

/** Whether a line with something in it is complete. */
function hasLine(bytes: Buffer): boolean {
  return /[^\s\ufeff,;][^\n\r]*[\r\n]/.test(bytes.toString('utf8'));
}

async function* whole(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** The first line that holds more than separators. */
function headerOf(text: string): string {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  return lines.find((line) => /[^\s,;]/.test(line)) ?? lines.find((line) => line !== '') ?? '';
}

/** The separator by which most cells of the header name columns, or by which there are most. */
function likeliest(header: string, countNames: (cells: readonly string[]) => number): string {
  const plain = header.replace(/"(?:[^"]|"")*"/g, (quoted) => quoted.replace(/[,;\t]/g, ' '));
  const scored = SEPARATORS.map((separator) => {
    const cells = plain.split(separator).map((cell) => cell.replace(/^\s*"|"\s*$/g, ''));
    return { separator, known: countNames(cells), cells: cells.length };
  });
  const [best] = scored.toSorted((one, other) => other.known - one.known || other.cells - one.cells);
  return best?.separator ?? ',';
}

/** The file in UTF-8. A byte order mark says UTF-16; without one it must be UTF-8. */
async function toUtf8(source: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer>> {
  const bytes = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const next = await bytes.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  const mark = start.subarray(0, 2).toString('hex');
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : undefined;
  const all = whole(start, bytes);
  return encoding ? fromUtf16(all, encoding) : requireUtf8(all);
}

async function* fromUtf16(
  bytes: AsyncIterable<Buffer>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
    decoder.decode();
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw Object.assign(badParameters({ '': message('badUtf16') }), { cause });
  }
}
