import { Readable } from 'node:stream';
import { type Format, MEDIA_TYPES } from '../../../contract/formats.ts';
import { Type } from '../../../contract/json-schema.ts';
import { csvCell } from '../../database/row-text.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { ShownRecords } from '../../records/lists/export.ts';
import { toJson } from '../../shared/exact-json.ts';
import { guardFormulas, guardFormulasInJson } from '../../shared/text/formulas.ts';

/** A reader that takes nothing for this long has gone. */
const PATIENCE_MS = 60_000;

/** The byte order mark, by which spreadsheets recognise UTF-8. */
const MARK = '\ufeff';

/** In which form lines are asked for. */
export const lineFormat = {
  format: Type.Optional(Type.String({ enum: ['csv', 'jsonl'], about: message('lineFormat') })),
  bom: Type.Optional(Type.Boolean({ about: message('exportBom') })),
};

/** What a file begins with. Throws if a mark is wanted for JSON, which begins with none (RFC 8259). */
export function markOf(format: Format, isMarked: boolean): string {
  if (isMarked && format !== 'csv') throw badParameters({ bom: message('onlyForCsv') });
  return isMarked ? MARK : '';
}

/** The headers of a file that is made while it is sent. */
export function fileHeaders(name: string, format: Format): Record<string, string> {
  return {
    'content-type': MEDIA_TYPES[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'no-store',
  };
}

/**
 * A stream of these chunks, with a mark before them. The first are read before the answer begins, so that a refusal is still an
 * error with a status. `leave` is called once the stream has ended, or could not begin.
 */
export async function streamed(
  chunks: AsyncGenerator<Uint8Array>,
  mark: string,
  leave: () => void,
): Promise<Readable> {
  try {
    const first = await chunks.next();
    const stream = Readable.from(whole(mark, first, chunks), { objectMode: false });
    return whileRead(stream).once('close', leave);
  } catch (error) {
    leave();
    throw error;
  }
}

async function* whole(mark: string, first: IteratorResult<Uint8Array>, rest: AsyncIterable<Uint8Array>) {
  yield Buffer.concat([Buffer.from(mark), first.value ?? new Uint8Array()]);
  yield* rest;
}

/** Ends a stream that nobody reads. */
function whileRead(stream: Readable): Readable {
  let patience: NodeJS.Timeout | undefined;
  const giveUp = () => stream.destroy(new Error('an export was not read on'));
  return stream
    .on('pause', () => {
      clearTimeout(patience);
      patience = setTimeout(giveUp, PATIENCE_MS);
    })
    .on('resume', () => clearTimeout(patience))
    .on('close', () => clearTimeout(patience));
}

/** In which form lines are written: CSV has these columns and begins with their names; an empty cell means null. */
interface LineForm<Item> {
  readonly format: 'csv' | 'jsonl';
  readonly columns: readonly (keyof Item & string)[];
}

/** Pages of objects as CSV or JSON lines, counted as they are sent. */
export async function* linesOf<Item extends object>(
  pages: AsyncIterable<readonly Item[]>,
  { format, columns }: LineForm<Item>,
  shown: ShownRecords,
): AsyncGenerator<Uint8Array> {
  let head = format === 'csv' ? `${columns.join(',')}\r\n` : '';
  for await (const items of pages) {
    const lines = items.map((item) => (format === 'jsonl' ? `${toJson(item)}\n` : rowOf(item, columns)));
    yield Buffer.from(head + lines.join('')); // with the first page, so that what it may throw comes before anything is sent
    head = '';
    shown.count += items.length;
  }
}

function rowOf<Item extends object>(item: Item, columns: readonly (keyof Item & string)[]): string {
  return `${columns.map((name) => cellOf(item[name])).join(',')}\r\n`;
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return csvCell(guardFormulas(value));
  return csvCell(guardFormulasInJson(toJson(value)));
}
