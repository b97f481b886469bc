import type { IncomingHttpHeaders } from 'node:http';
import type { Door } from '../../access/door.ts';
import { AppError } from '../../errors.ts';
import { Bytes } from '../../http/bytes.ts';
import { file } from './file.record.ts';
import { type FileRow, keyOf } from './keep.ts';
import { readRange } from './range.ts';
import type { Storage } from './storage.ts';

const PATH = /^[0-9a-f]{2}\/[0-9a-f]{62}-[0-9a-f]{8}\.[a-z0-9]{1,20}$/;

/** What a browser may show in the page's place. All else is saved, whatever it holds. */
const SHOWN = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** A visible row by its path. Throws where there is none, so a path never reaches the storage but from a row. */
export async function findFile(door: Door, path: string): Promise<FileRow> {
  const row = PATH.test(path)
    ? await door.reads.first(file, (select) => select.where('path', '=', path))
    : undefined;
  if (!row) throw new AppError('fileNotFound');
  return row;
}

/** Answers a file's bytes, the range of them that was asked for, or that the asker has them already (RFC 9110). */
export async function serveFile(
  storage: Storage,
  row: FileRow,
  headers: IncomingHttpHeaders,
  isHead: boolean,
): Promise<Bytes> {
  const etag = `"${row.sha256}"`;
  const standing = { ...headersOf(row), etag };
  if (matches(headers['if-none-match'], etag)) return new Bytes(304, standing);
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame ? readRange(headers.range, row.size) : undefined;
  const stream = isHead ? undefined : await storage.open(keyOf(row.path), range);
  if (!isHead && !stream)
    throw new AppError('fileNotFound', { reason: `the bytes of file ${row.id} are missing` });
  if (!range) return new Bytes(200, { ...standing, 'content-length': row.size }, stream);
  const { start, end } = range;
  const part = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${row.size}` };
  return new Bytes(206, { ...standing, ...part }, stream);
}

/** Nothing that was uploaded runs in a page: its type is fixed, scripts are off, and it has no origin. A path's content never changes. */
export function headersOf({ mime, name }: FileRow): Record<string, string> {
  return {
    'content-type': mime,
    'content-disposition': SHOWN.test(mime) ? 'inline' : `attachment; filename*=UTF-8''${encode(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  };
}

export function matches(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false
  );
}

/** A parameter's value in the form of RFC 8187. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
