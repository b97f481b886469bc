import { createHash, randomBytes } from 'node:crypto';
import type { Bounds, Door, WriteResult } from '../../access/index.ts';
import type { NewRecord, RecordOf } from '../../definitions/types/record-types.ts';
import { file, type Writes } from '../../records/index.ts';
import type { Storage } from '../../storage/storage.ts';
import type { UploadRules } from '../../storage/upload-rules.ts';
import type { Examined } from './inspection/examine.ts';
import { lockUploads, requireWithinQuota } from './quota.ts';

export type FileRecord = RecordOf<typeof file>;

/** The storage's key of a file's bytes. */
export const keyOf = (path: string) => `files/${path}`;

/**
 * Stores the bytes, then adds a record for each upload in one transaction, at whose end `finish` runs. Bytes without a record are
 * removed again.
 */
export async function keepFiles(
  door: Door,
  { storage, rules }: { readonly storage: Storage; readonly rules: UploadRules },
  uploads: readonly Examined[],
  { begin, finish, isPrivate = false, ...bounds }: Finish,
): Promise<WriteResult> {
  const stored = uploads.map((upload): Stored => ({ upload, values: ownValues(upload, isPrivate) }));
  let records: readonly FileRecord[] = [];
  try {
    for (const { upload, values } of stored) await storage.put(keyOf(values.path), upload.file);
    return await door.write(async (writes) => {
      records = []; // of an attempt that collided with another transaction
      const { actor } = door;
      if (!actor.isSuper) await lockUploads(writes, actor);
      await begin?.(writes);
      const found: FileRecord[] = [];
      for (const { values } of stored)
        found.push((await writes.find(file, await writes.create(file, values))) as FileRecord);
      if (!actor.isSuper) await requireWithinQuota(writes, actor, rules);
      const result = await finish(writes, found);
      records = found; // from here on the bytes stay: a commit that failed may still have happened
      return result;
    }, bounds);
  } finally {
    const kept = new Set(records.map(({ path }) => path));
    const unused = stored.filter(({ values }) => !kept.has(values.path));
    await Promise.allSettled(unused.map(({ values }) => storage.remove(keyOf(values.path)))); // the sweep removes what is left
  }
}

interface Finish extends Bounds {
  /** Reading a private file takes the right to read a record that refers to it. */
  readonly isPrivate?: boolean | undefined;
  /** What the transaction does first. */
  begin?(writes: Writes): Promise<void>;
  /** What else the transaction does, given a record for each upload, and its result. */
  finish(writes: Writes, records: readonly FileRecord[]): Promise<WriteResult>;
}

/** An upload whose bytes are stored under a path of their own, and its record. */
interface Stored {
  readonly upload: Examined;
  readonly values: NewRecord<typeof file> & { readonly path: string };
}

/** A path of a hash and enough randomness that none is ever used twice, even after a deletion. */
export function newPath(sha256: string, extension: string, mark = ''): string {
  const chance = randomBytes(4).toString('hex');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}-${chance}${mark}.${extension}`;
}

/**
 * The record of an upload. Each is a file of its own. Its hash is salted, so neither a record nor a path nor a tag reveals that
 * somebody else holds the same content. The path of a private file is never served under `/assets/`.
 */
export function ownValues(upload: Omit<Examined, 'file'>, isPrivate: boolean): Stored['values'] {
  const { name, mime, extension, size, width, height } = upload;
  const sha256 = createHash('sha256').update(randomBytes(32)).update(upload.sha256).digest('hex');
  const path = newPath(sha256, extension, isPrivate ? '-p' : '');
  return { name, path, sha256, private: isPrivate, mime, extension, size, width, height };
}
