import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../shared/system/folders.ts';
import type { Storage } from './storage.ts';

/** Keeps bytes in a folder. Added files must be on the same file system. */
export function makeLocalStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  const namesIn = async (key: string) => {
    const names = (await readdir(pathOf(key)).catch(unlessMissing)) ?? [];
    return names.map((name) => `${key}/${name}`);
  };
  return {
    type: 'LOCAL',
    async put(key, file) {
      const parent = dirname(pathOf(key));
      await makeFolder(parent);
      await rename(file, pathOf(key));
      await sync(parent);
    },
    async open(key, range) {
      const handle = await open(pathOf(key)).catch(unlessMissing);
      return handle?.createReadStream(range);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(prefix) {
      for (const folder of await namesIn(dirname(prefix))) {
        if (!folder.startsWith(prefix)) continue;
        const there = await stat(pathOf(folder)).catch(unlessMissing);
        for (const key of there?.isDirectory() ? await namesIn(folder) : [folder]) {
          const found = await stat(pathOf(key)).catch(unlessMissing);
          if (found) yield { key, size: found.size, time: found.mtimeMs };
        }
      }
    },
  };
}

/** A new name outlives a power failure only when its folder is on disk as well (fsync(2)). */
async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
