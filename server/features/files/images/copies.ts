import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { limitConcurrency } from '../../../background/limits.ts';
import { openTempFolder } from '../../../shared/system/folders.ts';
import { type FileRow, keyOf } from '../keep.ts';
import type { Storage } from '../storage/storage.ts';
import { FailedCopies } from './failed-copies.ts';

/** An image of the most pixels may take 200 MB while it is decoded. */
const MAX_RUNNING = 2;

/** Writes a copy of an image to a file. */
type WriteCopy = (source: Readable, target: string) => Promise<void>;

/** The bytes that are kept under a key, written when they are first asked for; undefined if the image's own are missing. */
export type Copies = (row: FileRow, key: string, write: WriteCopy) => Promise<Readable | undefined>;

/** Makes copies of images, a few at a time, and keeps them in the storage. */
export function makeCopies(storage: Storage, incoming: string): Copies {
  const limited = limitConcurrency({ waiting: 50, atOnce: MAX_RUNNING });
  const making = new Map<string, Promise<void>>();
  const failed = new FailedCopies();

  async function make({ path }: FileRow, key: string, write: WriteCopy): Promise<void> {
    const source = await storage.open(keyOf(path));
    if (!source) return;
    await using folder = await openTempFolder(incoming);
    const target = join(folder.path, 'copy');
    await write(source, target).catch((error: unknown) => {
      failed.note(key, error);
      throw error;
    });
    await storage.put(key, target);
  }

  return async (row, key, write) => {
    const kept = await storage.open(key);
    if (kept) return kept;
    failed.requireUntried(key);
    const running = making.get(key) ?? limited(() => make(row, key, write)).finally(() => making.delete(key));
    making.set(key, running);
    await running;
    return storage.open(key);
  };
}
