import { randomBytes } from 'node:crypto';
import type { Door } from '../../access/door.ts';
import { done, type Written } from '../../access/written.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { file } from '../../records/file.record.ts';
import type { Select } from '../../records/reads.ts';
import { upload as uploadRecord } from '../../records/upload.record.ts';
import type { Writes } from '../../records/writes.ts';
import type { Examined } from './examine.ts';
import type { Storage } from './storage.ts';

export type FileRow = RowOf<typeof file>;

const MAX_ATTEMPTS = 3;

/** The storage's key of a file's bytes. */
export const keyOf = (path: string) => `files/${path}`;

/**
 * Stores the bytes, then enters all rows in one transaction, and answers what `toItem` makes of each. Contents that are there
 * already keep their row. Bytes that no row came to name are taken away again.
 */
export async function keepFiles(
  door: Door,
  storage: Storage,
  uploads: readonly Examined[],
  toItem: (upload: Examined, row: FileRow) => Readonly<Record<string, unknown>>,
): Promise<Written> {
  const stored = uploads.map((upload) => ({ upload, path: newPath(upload) }));
  let rows: readonly FileRow[] = [];
  try {
    for (const { upload, path } of stored) await storage.put(keyOf(path), upload.file);
    return await retryDuplicates(() =>
      door.write(async (writes) => {
        const entered: FileRow[] = [];
        for (const { upload, path } of stored) entered.push(await enter(writes, upload, path));
        rows = entered; // from here on the bytes stay: whether a commit that failed was one, nobody can say
        const items = stored.map(({ upload }, index) => toItem(upload, entered[index] as FileRow));
        return done(0, `上传文件 ${[...new Set(entered.map(({ id }) => id))].join('、')}`, items);
      }),
    );
  } finally {
    const named = new Set(rows.map(({ path }) => path));
    const unnamed = stored.filter(({ path }) => !named.has(path));
    await Promise.allSettled(unnamed.map(({ path }) => storage.remove(keyOf(path)))); // what stays behind, the sweep finds
  }
}

async function enter(writes: Writes, upload: Examined, path: string): Promise<FileRow> {
  const { name, sha256, mime, extension, size, width, height } = upload;
  const known = await writes.first(file, (select) => select.where('sha256', '=', sha256));
  if (known) {
    await allowUse(writes, known);
    return known;
  }
  const id = await writes.create(file, { name, path, sha256, mime, extension, size, width, height });
  return (await writes.find(file, id)) as FileRow;
}

/** Who uploads what is there already may use it as if he had been the first. */
async function allowUse(writes: Writes, { id, create_user_id: first }: FileRow): Promise<void> {
  const user_id = writes.act.actor.id;
  const held = (select: Select) => select.where('user_id', '=', user_id).where('file_id', '=', id);
  if (user_id !== first && !(await writes.first(uploadRecord, held)))
    await writes.create(uploadRecord, { user_id, file_id: id });
}

/** Where two upload equal contents at once, one makes the row; the other finds it when it tries again. */
async function retryDuplicates(write: () => Promise<Written>): Promise<Written> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppError) || error.key !== 'duplicate' || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The content's hash, and enough chance that no path is ever used twice, also not after a deletion. */
function newPath({ sha256, extension }: Examined): string {
  return `${sha256.slice(0, 2)}/${sha256.slice(2)}-${randomBytes(4).toString('hex')}.${extension}`;
}
