import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Storage } from './storage.ts';

/** Keeps bytes in a folder. Files that are put must lie on the same file system. */
export function makeLocalStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  return {
    type: 'LOCAL',
    async put(key, file) {
      const place = dirname(pathOf(key));
      await mkdir(place, { recursive: true, mode: 0o700 });
      await rename(file, pathOf(key));
      await sync(place);
    },
    async open(key, range) {
      try {
        const handle = await open(pathOf(key));
        return handle.createReadStream(range);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

/** A new name outlives a power failure only when its folder is on disk as well (fsync(2)). */
async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
