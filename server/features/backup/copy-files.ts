import { link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../shared/system/folders.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Keeping, type KeptFile, keepFile, measureFile } from './kept-file.ts';
import type { Manifest } from './manifest.ts';

/** The files of an earlier backup, which need not be read from the storage again. */
export interface Earlier {
  readonly folder: string;
  readonly files: Manifest['files'];
}

/**
 * Copies all uploads that `known` lacks, and adds them to it. A file that an earlier backup holds is linked, once its bytes have
 * proved to be sound: what is stored under a key never changes.
 */
export async function copyFiles(
  storage: Storage,
  { folder, earlier, keeping }: { folder: string; earlier: Earlier | undefined; keeping: Keeping },
  known: Map<string, KeptFile>,
): Promise<void> {
  for (const digit of '0123456789abcdef')
    for await (const { key } of storage.list(`files/${digit}`)) {
      if (known.has(key)) continue;
      const kept = (await linked(folder, key, earlier)) ?? (await copied(storage, key, { folder, keeping }));
      if (kept) known.set(key, kept);
    }
}

async function linked(
  folder: string,
  key: string,
  earlier: Earlier | undefined,
): Promise<KeptFile | undefined> {
  const expected = earlier?.files[key];
  if (!earlier || !expected) return undefined;
  const path = join(earlier.folder, key);
  const found = await measureFile(path).catch(() => undefined); // gone, or not to be read: it is copied
  if (found?.sha256 !== expected.sha256) return undefined;
  await makeFolder(dirname(join(folder, key)));
  return link(path, join(folder, key)).then(
    () => expected,
    () => undefined, // a file system without links
  );
}

/** Undefined if the file was purged meanwhile. */
async function copied(
  storage: Storage,
  key: string,
  { folder, keeping }: { folder: string; keeping: Keeping },
): Promise<KeptFile | undefined> {
  const bytes = await storage.open(key);
  return bytes && keepFile(join(folder, key), bytes, keeping);
}
