import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Writes under another name and renames at the end, so that a file of this name is always complete. Its owner alone may read it:
 * exports hold fields that are hidden from most users.
 */
export async function writeWhole(out: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void> {
  const part = `${out}.part`;
  try {
    await rm(part, { force: true }); // one that a killed command left may be open to others
    await pipeline(chunks, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    await rename(part, out);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
