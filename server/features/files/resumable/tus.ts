import type { IncomingHttpHeaders } from 'node:http';
import { AppError, malformedRequest, type Problems } from '../../../errors.ts';
import type { Text } from '../../../messages/message.ts';
import { failures } from '../failures.ts';
import { message } from '../messages/message.ts';

/** The headers of tus 1.0 (tus.io/protocols/resumable-upload), read and written. */

const VERSION = '1.0.0';
const OFFSET_TYPE = 'application/offset+octet-stream';
const MAX_METADATA = 2000;
/** By the names that tus gives them; each is the one that Node knows it by. */
const ALGORITHMS = ['sha1', 'sha256', 'md5'] as const;

/** Sent with every answer. */
export const tusHeaders = { 'tus-resumable': VERSION } as const;

/** The headers of the answer to OPTIONS. */
export function tusAbilities(maxBytes: number): Readonly<Record<string, string>> {
  return {
    ...tusHeaders,
    'tus-version': VERSION,
    'tus-max-size': String(maxBytes),
    'tus-extension': 'creation,expiration,termination,checksum',
    'tus-checksum-algorithm': ALGORITHMS.join(','),
  };
}

/** Throws unless a request speaks this version of the protocol. */
export function requireTus({ 'tus-resumable': version }: IncomingHttpHeaders): void {
  if (version !== VERSION)
    throw new AppError(failures.tusVersionRefused, {
      detail: message('onlyTusVersion', { version: VERSION }),
      headers: { 'tus-version': VERSION },
    });
}

export function requireOffsetType({ 'content-type': type = '' }: IncomingHttpHeaders): void {
  if (type.split(';')[0]?.trim().toLowerCase() !== OFFSET_TYPE)
    throw new AppError(failures.mediaTypeRefused, {
      detail: message('onlyMediaType', { type: OFFSET_TYPE }),
    });
}

/** The size that a new upload declares. */
export function readLength({ 'upload-length': length }: IncomingHttpHeaders, maxBytes: number): number {
  const size = numberIn('Upload-Length', length);
  if (size === 0) throw bad('Upload-Length', message('emptyUpload'));
  if (size > maxBytes)
    throw new AppError(failures.fileTooLarge, { detail: message('atMostBytes', { max: maxBytes }) });
  return size;
}

export function readOffset({ 'upload-offset': offset }: IncomingHttpHeaders): number {
  return numberIn('Upload-Offset', offset);
}

interface Metadata {
  readonly metadata: string;
  /** The client's name for the file. */
  readonly name: string;
}

export function readMetadata({ 'upload-metadata': sent = '' }: IncomingHttpHeaders): Metadata {
  const metadata = String(sent).trim();
  if (metadata.length > MAX_METADATA) throw bad('Upload-Metadata', message('tooLong', { max: MAX_METADATA }));
  const pairs = metadata === '' ? [] : metadata.split(',').map(pairOf);
  const values = new Map(pairs);
  if (values.size < pairs.length) throw bad('Upload-Metadata', message('notMetadata'));
  return { metadata, name: values.get('filename') ?? values.get('name') ?? '' };
}

function pairOf(text: string): readonly [key: string, value: string] {
  const [, key, value = ''] = /^([\x21-\x7e]+)(?: ([\w+/]*={0,2}))?$/.exec(text.trim()) ?? [];
  if (key === undefined) throw bad('Upload-Metadata', message('notMetadata'));
  return [key, Buffer.from(value, 'base64').toString('utf8')];
}

/** The expected checksum of a request's bytes. */
export interface Checksum {
  readonly algorithm: (typeof ALGORITHMS)[number];
  readonly digest: Buffer;
}

export function readChecksum({ 'upload-checksum': sent }: IncomingHttpHeaders): Checksum | undefined {
  if (sent === undefined) return undefined;
  const [, name, digest = ''] = /^(\w+) ([\w+/]+={0,2})$/.exec(String(sent)) ?? [];
  const algorithm = ALGORITHMS.find((one) => one === name);
  if (algorithm === undefined) throw bad('Upload-Checksum', message('notAChecksum', { allowed: ALGORITHMS }));
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}

function numberIn(header: string, value: string | string[] | undefined): number {
  if (value === undefined) throw bad(header, message('missing'));
  if (!/^\d{1,15}$/.test(String(value))) throw bad(header, message('notAnInteger'));
  return Number(value);
}

function bad(header: string, problem: Text): AppError {
  const problems: Problems = { [header]: problem };
  return malformedRequest(problems);
}
