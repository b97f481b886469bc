import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** Writes under another name and renames at the end, so that a file of this name is always complete. */
export async function writeWhole(out: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
  const part = `${out}.part`;
  try {
    await pipeline(chunks, createWriteStream(part));
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
