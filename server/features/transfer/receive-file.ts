import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, badParameters } from '../../errors.ts';

/** What has arrived on the local disk whole. */
export interface Arrived {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Writes a body into a file while it arrives. Throws where it is larger than allowed or breaks off. What is too much is read
 * over, up to as much again, because who is still sending hears no answer.
 */
export async function receiveFile(body: Readable, file: string, mostBytes: number): Promise<Arrived> {
  const hash = createHash('sha256');
  const tooLarge = new AppError('bodyTooLarge', { detail: `不能超过 ${mostBytes} 字节` });
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
  try {
    await pipeline(body, measure, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof AppError || (cause instanceof Error && 'syscall' in cause)) throw cause;
    throw Object.assign(badParameters({ '': '请求体不完整' }), { cause });
  }
  if (size > mostBytes) throw tooLarge;
  return { size, sha256: hash.digest('hex') };
}
