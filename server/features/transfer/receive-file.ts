import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, malformedRequest } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** A file that has arrived whole. */
export interface Arrived {
  readonly size: number;
  readonly sha256: string;
}

/** Writes a client's body into a file while it arrives. Throws if it is too large, and a refusal if it breaks off. */
export async function receiveBody(body: Readable, file: string, mostBytes: number): Promise<Arrived> {
  try {
    return await receiveFile(body, file, mostBytes);
  } catch (cause) {
    if (cause instanceof AppError || (cause instanceof Error && 'syscall' in cause)) throw cause;
    throw Object.assign(malformedRequest({ '': message('bodyCutOff') }), { cause });
  }
}

/**
 * Writes a stream into a file. Throws if it is too large, and what the stream throws. Up to twice the limit is read and
 * dropped, because a client that is still sending does not read the answer.
 */
export async function receiveFile(body: Readable, file: string, mostBytes: number): Promise<Arrived> {
  const hash = createHash('sha256');
  const tooLarge = new AppError('bodyTooLarge', { detail: message('atMostBytes', { max: mostBytes }) });
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > 2 * mostBytes) throw tooLarge;
      if (size > mostBytes) continue;
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(body, measure, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  if (size > mostBytes) throw tooLarge;
  return { size, sha256: hash.digest('hex') };
}
