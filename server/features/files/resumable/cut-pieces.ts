import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, malformedRequest } from '../../../errors.ts';
import { failures } from '../failures.ts';
import { message } from '../messages/message.ts';
import type { Checksum } from './tus.ts';

/** A process that is killed loses no more of a request than this. */
const PIECE_BYTES = 8_388_608;
/** How many bytes of a refused body are still read, because clients read no answer while they are sending. */
const SLACK_BYTES = 1_048_576;

/** Bytes in a file on the local disk, synced. */
export interface Piece {
  readonly file: string;
  readonly size: number;
}

interface ExpectedBody {
  readonly folder: string;
  /** How many bytes the upload still lacks. */
  readonly left: number;
  readonly checksum: Checksum | undefined;
  /** Called when bytes have arrived. */
  readonly onBytes: () => void;
}

/**
 * Writes a body into files of bounded size while it arrives. The received part of a body that breaks off is a piece as well. A
 * body with a checksum is a single piece, or none. Throws for a body that breaks off, is too long or does not match its
 * checksum.
 */
export async function* cutPieces(body: Readable, expected: ExpectedBody): AsyncGenerator<Piece> {
  const most = expected.checksum ? Number.POSITIVE_INFINITY : PIECE_BYTES;
  const hash = expected.checksum && createHash(expected.checksum.algorithm);
  const ending: Ending = {};
  let { left } = expected;
  let count = 0;
  let writing: Writing | undefined;
  try {
    for await (const chunk of untilBroken(body, ending)) {
      expected.onBytes();
      left -= chunk.length;
      if (left < 0) throw tooLong(expected.left);
      hash?.update(chunk);
      for (let rest = chunk; rest.length > 0; ) {
        writing ??= await beginPiece(join(expected.folder, `piece-${count++}`), most);
        rest = await writing.take(rest);
        if (writing.isFull && left + rest.length > 0) {
          const piece = await writing.end();
          writing = undefined;
          yield piece;
        }
      }
    }
    if (ending.cause && expected.checksum) throw brokenOff(ending.cause);
    if (expected.checksum && !hash?.digest().equals(expected.checksum.digest))
      throw new AppError(failures.checksumMismatch);
    if (writing) {
      const piece = await writing.end();
      writing = undefined;
      yield piece;
    }
    if (ending.cause) throw brokenOff(ending.cause);
  } finally {
    await writing?.close();
    skipRest(body, expected.left);
  }
}

/** What broke a body off, if anything did. */
interface Ending {
  cause?: unknown;
}

/** The body's chunks; it can still be answered when its reader stops. */
async function* untilBroken(body: Readable, ending: Ending): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (cause) {
    ending.cause = cause;
  }
}

async function beginPiece(file: string, most: number): Promise<Writing> {
  return new Writing(await open(file, 'wx', 0o600), file, most);
}

/** A piece while it is written. */
class Writing {
  readonly #handle: FileHandle;
  readonly #most: number;
  readonly #file: string;
  #size = 0;

  constructor(handle: FileHandle, file: string, most: number) {
    this.#handle = handle;
    this.#file = file;
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#size === this.#most;
  }

  /** Writes as much as still fits, and returns the rest. */
  async take(chunk: Buffer): Promise<Buffer> {
    const part = chunk.subarray(0, this.#most - this.#size);
    await this.#handle.writeFile(part);
    this.#size += part.length;
    return chunk.subarray(part.length);
  }

  async end(): Promise<Piece> {
    await this.#handle.sync();
    await this.close();
    return { file: this.#file, size: this.#size };
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

function skipRest(body: Readable, expected: number): void {
  let left = expected + SLACK_BYTES;
  body.on('data', ({ length }: Buffer) => {
    left -= length;
    if (left < 0) body.destroy();
  });
  body.on('error', () => undefined).resume();
}

function tooLong(max: number): AppError {
  return new AppError(failures.fileTooLarge, { detail: message('bytesLeft', { max }) });
}

function brokenOff(cause: unknown): AppError {
  return Object.assign(malformedRequest({ '': message('bodyCutOff') }), { cause });
}
