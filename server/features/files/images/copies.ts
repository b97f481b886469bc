import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { placesBesideLoop } from '../../../background/limits.ts';
import type { Requester } from '../../../database/engine.ts';
import { FairQueue } from '../../../database/fair-queue.ts';
import { openTempFolder } from '../../../shared/system/folders.ts';
import type { Storage } from '../../../storage/storage.ts';
import { type FileRecord, keyOf } from '../keep.ts';
import { FailedCopies } from './failed-copies.ts';

/** An image of the most pixels may take 200 MB while it is decoded. */
const MAX_RUNNING = 2;
/** Copies that wait, of one caller and of all. A page shows a few dozen images at once. */
const PRESENT = { each: 40, inAll: 200 };

/** Writes a copy of an image to a file. */
type WriteCopy = (source: Readable, target: string) => Promise<void>;

/** A copy: the storage's key of it, and what writes it if it is not there. */
export interface AskedOfCopies {
  readonly key: string;
  readonly write: WriteCopy;
}

/** The bytes that are kept under a key, written when they are first asked for; undefined if the image's own are missing. */
export type Copies = (
  record: FileRecord,
  copy: AskedOfCopies,
  requester: Requester,
) => Promise<Readable | undefined>;

/** Makes copies of images, a few at a time in turns of their callers, and keeps them in the storage. */
export function makeCopies(storage: Storage, incoming: string): Copies {
  const queue = new FairQueue(placesBesideLoop(MAX_RUNNING), PRESENT);
  const making = new Map<string, Promise<void>>();
  const failed = new FailedCopies();

  async function make({ path }: FileRecord, key: string, write: WriteCopy): Promise<void> {
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

  return async (record, { key, write }, requester) => {
    const kept = await storage.open(key);
    if (kept) return kept;
    failed.requireUntried(key);
    return queue.run(requester, async () => {
      const made = await storage.open(key); // another caller's turn may have come first
      if (made) return made;
      failed.requireUntried(key);
      const running = making.get(key) ?? make(record, key, write).finally(() => making.delete(key));
      making.set(key, running);
      await running;
      return storage.open(key);
    });
  };
}
