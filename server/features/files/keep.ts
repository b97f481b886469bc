import { createHash, randomBytes } from 'node:crypto';
import type { Door } from '../../access/door.ts';
import type { Bounds } from '../../access/place-of.ts';
import type { WriteResult } from '../../access/write-result.ts';
import { retryOnDuplicate } from '../../database/retrying.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { file } from '../../records/file.record.ts';
import type { Select } from '../../records/query/select.ts';
import { upload as uploadRecord } from '../../records/upload.record.ts';
import type { Writes } from '../../records/write/writes.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { Examined } from './inspection/examine.ts';
import { lockUploads, requireWithinQuota } from './quota.ts';
import type { Storage } from './storage/storage.ts';
import type { UploadRules } from './upload-rules.ts';

export type FileRow = RowOf<typeof file>;

/** The storage's key of a file's bytes. */
export const keyOf = (path: string) => `files/${path}`;

/**
 * Stores the bytes, then adds all rows in one transaction, at whose end `finish` runs. Content that is already stored keeps its
 * row. Bytes without a row are removed again.
 */
export async function keepFiles(
  door: Door,
  { storage, rules }: { readonly storage: Storage; readonly rules: UploadRules },
  uploads: readonly Examined[],
  { begin, finish, isPrivate = false, ...bounds }: Finish,
): Promise<WriteResult> {
  const stored = uploads.map((upload): Stored => newOne(upload, isPrivate));
  let rows: readonly FileRow[] = [];
  try {
    for (const { upload, path } of stored) await storage.put(keyOf(path), upload.file);
    return await door.write(async (writes) => {
      rows = []; // of an attempt that collided with another transaction
      const { actor } = door;
      if (!actor.isSuper) await lockUploads(writes, actor);
      await begin?.(writes);
      const entered: Entered[] = [];
      for (const one of stored) entered.push(await enter(writes, one));
      if (!actor.isSuper && entered.some(({ isNew }) => isNew))
        await requireWithinQuota(writes, actor, rules);
      const found = entered.map(({ row }) => row);
      const result = await finish(writes, found);
      rows = found; // from here on the bytes stay: a commit that failed may still have happened
      return result;
    }, bounds);
  } finally {
    const kept = new Set(rows.map(({ path }) => path));
    const unused = stored.filter(({ path }) => !kept.has(path));
    await Promise.allSettled(unused.map(({ path }) => storage.remove(keyOf(path)))); // the sweep removes what is left
  }
}

interface Finish extends Bounds {
  /** Private files share no row with equal contents, not even with those of the same uploader. */
  readonly isPrivate?: boolean | undefined;
  /** What the transaction does first. */
  begin?(writes: Writes): Promise<void>;
  /** What else the transaction does, given a row for each upload, and its result. */
  finish(writes: Writes, rows: readonly FileRow[]): Promise<WriteResult>;
}

/** A file's row, and whether it is one more of its uploader. */
interface Entered {
  readonly row: FileRow;
  readonly isNew: boolean;
}

/** A file that is uploaded again is not purged for a day: until then its new user puts it into a row. */
async function enter(writes: Writes, { upload, path, sha256, isPrivate }: Stored): Promise<Entered> {
  const { name, mime, extension, size, width, height } = upload;
  const same = (select: Select) => select.where('sha256', '=', sha256).where('private', '=', false);
  const known = isPrivate ? undefined : await writes.first(file, same);
  if (known) {
    const purge_hold = BigInt(writes.context.now + DAY_MS);
    await writes.connection.run(
      writes.query.updateTable(file.name).set({ purge_hold }).where('id', '=', known.id).compile(),
    );
    return { row: known, isNew: await allowUse(writes, known) };
  }
  const values = { name, path, sha256, private: isPrivate, mime, extension, size, width, height };
  const id = await writes.create(file, values).catch(retryOnDuplicate);
  return { row: (await writes.find(file, id)) as FileRow, isNew: true };
}

/** Lets the uploader of contents that are stored already use the file like its first uploader; returns whether that is new. */
async function allowUse(writes: Writes, { id, create_user_id: first }: FileRow): Promise<boolean> {
  const user_id = writes.context.actor.id;
  const held = (select: Select) => select.where('user_id', '=', user_id).where('file_id', '=', id);
  if (user_id === first || (await writes.first(uploadRecord, held))) return false;
  await writes.create(uploadRecord, { user_id, file_id: id }).catch(retryOnDuplicate);
  return true;
}

/** An upload whose bytes are stored under a path of their own. */
interface Stored {
  readonly upload: Examined;
  readonly path: string;
  readonly sha256: string;
  readonly isPrivate: boolean;
}

/** A path of a hash and enough randomness that none is ever used twice, even after a deletion. */
export function newPath(sha256: string, extension: string, mark = ''): string {
  const chance = randomBytes(4).toString('hex');
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}-${chance}${mark}.${extension}`;
}

/**
 * The hash of a private file is salted, so no upload reveals whether somebody holds the same content. Its path is never served
 * under `/assets/`.
 */
function newOne(upload: Examined, isPrivate: boolean): Stored {
  const { sha256: plain, extension } = upload;
  const salted = () => createHash('sha256').update(randomBytes(32)).update(plain).digest('hex');
  const sha256 = isPrivate ? salted() : plain;
  const path = newPath(sha256, extension, isPrivate ? '-p' : '');
  return { upload, path, sha256, isPrivate };
}
