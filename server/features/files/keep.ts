import { randomBytes } from 'node:crypto';
import type { Bounds, Door } from '../../access/door.ts';
import type { WriteResult } from '../../access/write-result.ts';
import { retryOnDuplicate } from '../../database/retrying.ts';
import type { RowOf } from '../../definitions/types/row-types.ts';
import { file } from '../../records/file.record.ts';
import type { Select } from '../../records/query/select.ts';
import { upload as uploadRecord } from '../../records/upload.record.ts';
import type { Writes } from '../../records/write/writes.ts';
import type { Examined } from './examine.ts';
import { lockUploads, requireWithinQuota } from './quota.ts';
import type { Storage } from './storage.ts';
import type { UploadRules } from './upload-rules.ts';

export type FileRow = RowOf<typeof file>;

/** The storage's key of a file's bytes. */
export const keyOf = (path: string) => `files/${path}`;

/**
 * Stores the bytes, then adds all rows in one transaction, which `finish` ends. Contents that are stored already keep their row.
 * Bytes without a row are removed again.
 */
export async function keepFiles(
  door: Door,
  { storage, rules }: { readonly storage: Storage; readonly rules: UploadRules },
  uploads: readonly Examined[],
  { finish, ...bounds }: Finish,
): Promise<WriteResult> {
  const stored = uploads.map((upload) => ({ upload, path: newPath(upload) }));
  let rows: readonly FileRow[] = [];
  try {
    for (const { upload, path } of stored) await storage.put(keyOf(path), upload.file);
    return await door.write(async (writes) => {
      rows = []; // of an attempt that collided with another transaction
      const { actor } = door;
      if (!actor.isSuper) await lockUploads(writes, actor);
      const entered: Entered[] = [];
      for (const { upload, path } of stored) entered.push(await enter(writes, upload, path));
      if (!actor.isSuper && entered.some(({ isNew }) => isNew))
        await requireWithinQuota(writes, actor, rules);
      const found = entered.map(({ row }) => row);
      const result = await finish(writes, found);
      rows = found; // from here on the bytes stay: whether a commit that failed was one, nobody can say
      return result;
    }, bounds);
  } finally {
    const kept = new Set(rows.map(({ path }) => path));
    const unused = stored.filter(({ path }) => !kept.has(path));
    await Promise.allSettled(unused.map(({ path }) => storage.remove(keyOf(path)))); // the sweep finds what this leaves
  }
}

interface Finish extends Bounds {
  /** What else the transaction does, given a row for each upload, and its result. */
  finish(writes: Writes, rows: readonly FileRow[]): Promise<WriteResult>;
}

/** A file's row, and whether it is one more of its uploader. */
interface Entered {
  readonly row: FileRow;
  readonly isNew: boolean;
}

async function enter(writes: Writes, upload: Examined, path: string): Promise<Entered> {
  const { name, sha256, mime, extension, size, width, height } = upload;
  const known = await writes.first(file, (select) => select.where('sha256', '=', sha256));
  if (known) return { row: known, isNew: await allowUse(writes, known) };
  const values = { name, path, sha256, mime, extension, size, width, height };
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

/** The content's hash, and enough chance that no path is ever used twice, also not after a deletion. */
function newPath({ sha256, extension }: Examined): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}-${randomBytes(4).toString('hex')}.${extension}`;
}
