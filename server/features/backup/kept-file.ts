import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { makeFolder } from '../../shared/system/folders.ts';
import { Damaged } from './damaged.ts';
import type { Encryption } from './encryption.ts';

/** What a file of a backup must be: as it lies there, encrypted or not. */
export interface KeptFile {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal, as `sha256sum` writes it. */
  readonly sha256: string;
}

/** How the bytes of a file are kept. */
export interface Keeping {
  readonly isCompressed?: boolean;
  readonly encryption?: Encryption | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Writes a new file, which its owner alone may read. It is on disk once this has answered. */
export async function keepFile(path: string, bytes: Readable, keeping: Keeping): Promise<KeptFile> {
  const { isCompressed = false, encryption, signal } = keeping;
  const measure = measuring();
  await makeFolder(dirname(path));
  try {
    await pipeline(
      [
        bytes,
        ...(isCompressed ? [createZstdCompress()] : []),
        ...(encryption ? [(source: Readable) => encryption.encrypt(source)] : []),
        measure.pass,
        createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
      ],
      { ...(signal && { signal }) },
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return measure.result();
}

/** The bytes that a file was made of. */
export function openKept(path: string, { isCompressed = false, encryption, signal }: Keeping): Readable {
  const stored = createReadStream(path);
  const plain = encryption
    ? Readable.from(decrypted(path, encryption.decrypt(stored)), { objectMode: false })
    : stored;
  if (!isCompressed) return plain;
  const expand = createZstdDecompress();
  pipeline(plain, expand, { ...(signal && { signal }) }).catch((error: Error) => expand.destroy(error));
  return expand;
}

async function* decrypted(path: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Damaged(`${path} cannot be decrypted: ${reason}`, { cause });
  }
}

/** What a file is. */
export async function measureFile(path: string, signal?: AbortSignal): Promise<KeptFile> {
  const { pass, result } = measuring();
  await pipeline(
    createReadStream(path),
    pass,
    async (source) => {
      for await (const _ of source);
    },
    { ...(signal && { signal }) },
  );
  return result();
}

function measuring() {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *pass(bytes: AsyncIterable<Uint8Array>) {
      for await (const chunk of bytes) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    },
    result: (): KeptFile => ({ size, sha256: hash.digest('hex') }),
  };
}
