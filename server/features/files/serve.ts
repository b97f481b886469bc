import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Door } from '../../access/door.ts';
import { AppError } from '../../errors.ts';
import { Bytes, isKnown } from '../../http/index.ts';
import { file, formerPath } from '../../records/index.ts';
import type { ByteRange } from '../../storage/storage.ts';
import type { FileRecord } from './keep.ts';
import { message } from './messages/message.ts';
import { readRange } from './range.ts';

/** The bytes that are sent for a file: its own, or those of a thumbnail. */
export interface Content {
  readonly etag: string;
  readonly mime: string;
  /** Unknown for content that is only sent whole. */
  readonly size?: number;
  /** Whether its format follows from what the client accepts. */
  readonly isNegotiated?: true;
  readonly open: (range?: ByteRange) => Promise<Readable | undefined>;
}

const PATH = /^[0-9a-f]{2}\/[0-9a-f]{62}-[0-9a-f]{8}\.[a-z0-9]{1,20}$/;

/** Types that a browser may display. Everything else is downloaded. */
const SHOWN = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** Finds the visible record of a public file by its path, or throws. So only paths of records ever reach the storage. */
export async function findFile(door: Door, path: string): Promise<FileRecord> {
  const record = PATH.test(path)
    ? await door.reads.first(file, (select) => select.where('path', '=', path).where('private', '=', false))
    : await movedFrom(door, path);
  if (!record) throw new AppError('fileNotFound');
  return record;
}

/** The file that had this path in the system from which it moved in. */
async function movedFrom({ reads }: Door, path: string): Promise<FileRecord | undefined> {
  if (path.includes('\0')) return undefined; // PostgreSQL takes none in a statement
  const moved = await reads.first(formerPath, (select) => select.where('path', '=', path));
  const record = moved && (await reads.find(file, moved.file_id));
  return record?.private ? undefined : record;
}

/** Who may cache an answer: everybody, forever or for an hour; or the caller, with revalidation or for a time. */
export type Caching = 'for all' | 'for an hour' | 'asking again' | { readonly forMs: number };

/** What a request demands of the form of its answer. */
interface Asked {
  readonly headers: IncomingHttpHeaders;
  readonly isHead: boolean;
  readonly caching: Caching;
}

/** Returns the content, the requested range of it, or 304 if the client has it already (RFC 9110). */
export async function serve(
  { etag, mime, size, isNegotiated, open }: Content,
  { id, name }: FileRecord,
  { headers, isHead, caching }: Asked,
): Promise<Bytes> {
  const varying = isNegotiated && { vary: 'Accept' };
  const common = { ...safely(mime, name), ...cached(caching), ...varying, etag };
  if (isKnown(headers['if-none-match'], etag)) return new Bytes(304, common);
  const isSame = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isSame && size !== undefined ? readRange(headers.range, size) : undefined;
  const stream = isHead ? undefined : await open(range);
  if (!isHead && !stream) throw new AppError('fileNotFound', { reason: message('bytesMissing', { id }) });
  if (size === undefined) return new Bytes(200, common, stream);
  const whole = { ...common, 'accept-ranges': 'bytes' };
  if (!range) return new Bytes(200, { ...whole, 'content-length': size }, stream);
  const { start, end } = range;
  const part = { 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${size}` };
  return new Bytes(206, { ...whole, ...part }, stream);
}

/** Uploads never run in a page: fixed type, no scripts, no origin. The content of a path never changes. */
function safely(mime: string, name: string): Record<string, string> {
  return {
    'content-type': mime,
    'content-disposition': SHOWN.test(mime) ? 'inline' : `attachment; filename*=UTF-8''${encode(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** A private file's content is kept by no shared cache, and its address is sent to no other site. */
function cached(caching: Caching): Record<string, string> {
  if (caching === 'for all') return { 'cache-control': 'public, max-age=31536000, immutable' };
  if (caching === 'for an hour') return { 'cache-control': 'public, max-age=3600' };
  const forSeconds = caching === 'asking again' ? undefined : Math.max(0, Math.floor(caching.forMs / 1000));
  return {
    'cache-control': forSeconds === undefined ? 'private, no-cache' : `private, max-age=${forSeconds}`,
    'referrer-policy': 'no-referrer',
  };
}

/** A parameter's value in the form of RFC 8187. */
function encode(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
