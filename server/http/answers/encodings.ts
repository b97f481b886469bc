import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import Negotiator from 'negotiator';
import { etagOf } from './etag.ts';

/** The content codings that answers are sent in (RFC 9110, 8.4.1), smallest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** An answer in one encoding, ready to send. Each encoding has an ETag of its own (RFC 9110, 8.8.3.3). */
export interface EncodedForm {
  readonly encoding: Encoding;
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Of the encodings at hand, the smallest that the client accepts; otherwise the plain bytes. */
export function preferredEncoding(headers: IncomingHttpHeaders, ready: readonly Encoding[]): Encoding {
  const accepted = new Negotiator({ headers }).encodings([...ready]);
  return ready.find((encoding) => accepted.includes(encoding)) ?? 'identity';
}

/** Slower qualities save little and make the first caller wait. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } };
const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Encodes an answer, off the event loop. */
export async function encode(plain: Buffer, encoding: Encoding): Promise<EncodedForm> {
  const bytes = await encoded(plain, encoding);
  return { encoding, bytes, etag: etagOf(bytes) };
}

async function encoded(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return plain;
  return encoding === 'br' ? compressors.br(plain, BROTLI) : compressors.gzip(plain);
}
