import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { SourceProblem } from '../source.ts';

export interface TarFile {
  readonly name: string;
  readonly body: Readable;
}

/** How much larger than the archive its content may be, once it is large. */
const MOST_TIMES = 200;
const LARGE_BYTES = 100_000_000;

/**
 * The files of a TAR archive, packed by gzip or not, in their order. What a caller leaves of a body is passed over. Throws
 * SourceProblem for what is no such archive, or unpacks to very much.
 */
export async function* tarFiles(path: string): AsyncGenerator<TarFile> {
  const { size, isPacked } = await look(path);
  let unpacked = 0;
  try {
    const bytes = createReadStream(path);
    const plain = isPacked ? pipeline(bytes, createGunzip(), () => {}) : bytes;
    for await (const { header, body } of Readable.toWeb(plain).pipeThrough(
      createTarDecoder({ strict: true }),
    )) {
      unpacked += header.size;
      if (unpacked > LARGE_BYTES && unpacked > MOST_TIMES * size)
        throw new SourceProblem(`${path}: unpacks to more than ${MOST_TIMES} times its size`);
      const content = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]); // the same streams
      if ((header.type ?? 'file') === 'file') yield { name: header.name.replace(/^\.\//, ''), body: content };
      if (!content.readableEnded && !content.destroyed) for await (const _ of content);
    }
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    throw new SourceProblem(
      `${path}: cannot be read as an export (${(error as Error).message}); exports are read without encryption: strapi export --no-encrypt`,
      { cause: error },
    );
  }
}

async function look(path: string): Promise<{ readonly size: number; readonly isPacked: boolean }> {
  try {
    await using file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return { size: (await file.stat()).size, isPacked: buffer.readUInt16BE() === 0x1f8b };
  } catch (cause) {
    throw new SourceProblem(`${path}: cannot be read (${(cause as Error).message})`, { cause });
  }
}
