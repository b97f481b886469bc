import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type Failure, malformedRequest } from '../../errors.ts';
import { asLine } from '../../shared/text/letters.ts';
import type { UploadRules } from '../../storage/upload-rules.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';

/** A file that has arrived on the local disk whole. */
export interface Received {
  /** The name of its form field, and the one that its sender gave it. */
  readonly key: string;
  readonly name: string;
  readonly file: string;
  readonly size: number;
  readonly sha256: string;
}

/** Limits of what is skipped: form fields beside the files, and bytes after them. */
const MAX_FIELDS = 100;
const SLACK_BYTES = 1_048_576;

/**
 * Writes the files of a multipart body into a folder while they arrive. Throws if the body is broken, ends early or exceeds the
 * rules. The rest is then skipped, within limits, because clients read no answer while they are still sending.
 */
export async function receiveFiles(
  body: Readable,
  headers: IncomingHttpHeaders,
  rules: UploadRules,
  folder: string,
): Promise<Received[]> {
  const parser = await makeParser(headers, rules);
  const stop = new AbortController();
  const refuse = (error: unknown) => stop.abort(error);
  const count = countUpTo(rules.maxTotalBytes, () =>
    refuse(tooMuch(failures.filesTooLarge, rules.maxTotalBytes)),
  );
  const saving: Promise<Received>[] = [];
  parser.on('file', (key, stream, name) => {
    stream.on('limit', () => refuse(tooMuch(failures.fileTooLarge, rules.maxFileBytes)));
    stream.on('error', refuse);
    const file = join(folder, String(saving.length));
    const saved = save(stream, file, count, stop.signal);
    saved.catch(refuse);
    saving.push(saved.then((content) => ({ key: key ?? '', name: cleanName(name), file, ...content })));
  });
  const tooMany = () =>
    refuse(new AppError(failures.tooManyFiles, { detail: message('atMostFiles', { max: rules.maxFiles }) }));
  parser.on('filesLimit', tooMany).on('partsLimit', tooMany).on('error', refuse);
  if (body.destroyed) refuse(brokenOff);
  body.once('close', () => body.readableEnded || refuse(brokenOff));
  const countWhole = countUpTo(2 * rules.maxTotalBytes + SLACK_BYTES, () => body.destroy());
  try {
    const parsed = once(parser, 'finish', { signal: stop.signal });
    body.on('data', countWhole).pipe(parser);
    await parsed;
    return await Promise.all(saving);
  } catch (error) {
    refuse(error);
    body.unpipe(parser).resume();
    await Promise.allSettled(saving);
    throw toRefusal(stop.signal.reason);
  }
}

/** Writes one file into a folder while it arrives. Throws if it exceeds the rules, and what its source throws. */
export async function receiveFile(
  content: Readable | Uint8Array,
  name: string,
  { maxFileBytes, maxTotalBytes }: UploadRules,
  folder: string,
): Promise<Received> {
  const most = Math.min(maxFileBytes, maxTotalBytes);
  const count = countUpTo(most, () => {
    throw tooMuch(failures.fileTooLarge, most);
  });
  const file = join(folder, 'content');
  const stream = content instanceof Readable ? content : Readable.from([content]);
  return { key: '', name: cleanName(name), file, ...(await save(stream, file, count)) };
}

const brokenOff = new Error('the body broke off');

/** Loaded by the first upload, so that no start waits for it. */
async function makeParser(headers: IncomingHttpHeaders, { maxFiles, maxFileBytes }: UploadRules) {
  const { Busboy } = await import('@fastify/busboy');
  const limits = {
    files: maxFiles,
    fileSize: maxFileBytes,
    parts: maxFiles + MAX_FIELDS,
    fieldSize: 1024,
    headerPairs: 20,
    headerSize: 8192,
  };
  try {
    return new Busboy({ headers: { ...headers, 'content-type': headers['content-type'] ?? '' }, limits });
  } catch (cause) {
    throw toRefusal(cause);
  }
}

async function save(stream: Readable, file: string, count: (chunk: Buffer) => void, signal?: AbortSignal) {
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      count(chunk);
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  };
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(stream, measure, target, { ...(signal && { signal }) });
  return { size, sha256: hash.digest('hex') };
}

function countUpTo(most: number, exceed: () => void): (chunk: Buffer) => void {
  let left = most;
  return ({ length }) => {
    left -= length;
    if (left < 0) exceed();
  };
}

function tooMuch(failure: Failure, bytes: number): AppError {
  return new AppError(failure, { detail: message('atMostBytes', { max: bytes }) });
}

const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}\p{Cn}\p{Co}]/gu;

/** A name in one line of printable characters, for people to read. */
export function cleanName(name: string | undefined): string {
  const line = asLine((name ?? '').toWellFormed().replace(CONTROLS, ''));
  return [...line].slice(0, 255).join('').trimEnd();
}

/** A failure of the disk is ours; any other is the body's. */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError || (error instanceof Error && 'syscall' in error)) return error;
  return Object.assign(malformedRequest({ '': message('brokenMultipart') }), { cause: error });
}
