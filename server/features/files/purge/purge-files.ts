import { user } from '../../../access/accounts/user.record.ts';
import type { Door } from '../../../access/door.ts';
import { operatorDoor } from '../../../access/operator.ts';
import { success } from '../../../access/success.ts';
import { done } from '../../../access/write-result.ts';
import type { JobKind } from '../../../background/jobs.ts';
import { itself } from '../../../database/fair-queue.ts';
import { longReadsFor } from '../../../database/long-reads.ts';
import { message } from '../../../messages/message.ts';
import { file } from '../../../records/file.record.ts';
import { isInHistory, isInRows, lastRevision } from '../../../records/past/file-uses.ts';
import type { Records } from '../../../records/records.ts';
import type { Reads } from '../../../records/rows/reads.ts';
import { upload } from '../../../records/upload.record.ts';
import { whereEvenDeleted } from '../../../records/write/deleted.ts';
import { PURGE_FILES } from '../../../records/write/files-of-destroyed-rows.ts';
import { fromJson, toJson } from '../../../shared/json.ts';
import { copyKeysOf } from '../images/named-crops.ts';
import { type FileRow, keyOf } from '../keep.ts';
import { eraseLinks } from '../library/tagging.ts';
import type { Storage } from '../storage.ts';
import type { UploadRules } from '../upload-rules.ts';

const REMOVE_BYTES = 'remove bytes of files';
const MOST_TRIES = 12;

/** The kinds of these jobs. */
export const PURGE_KINDS: readonly string[] = [PURGE_FILES, REMOVE_BYTES];

/** Whether an open change set would put a file into a row. */
export type IsInOpenSet = (reads: Reads, file: Pick<FileRow, 'id' | 'path'>) => Promise<boolean>;

interface PurgeParts {
  readonly storage: Storage;
  readonly rules: Pick<UploadRules, 'imageSizes' | 'thumbnailWidths'>;
  readonly isInOpenSet: IsInOpenSet;
}

/** Thrown to leave a file alone that came into use while its history was searched. */
class InUse extends Error {}

/**
 * The jobs that destroy the files of destroyed rows: first the row of a file that nothing uses, then its bytes. A process
 * that dies in between leaves the second as a job.
 */
export function purgeFileKinds(records: Records, { storage, ...parts }: PurgeParts): JobKind[] {
  return [
    {
      name: PURGE_FILES,
      atOnce: 1,
      mostTries: MOST_TRIES,
      async run({ data }, signal) {
        const door = operatorDoor(records, PURGE_FILES);
        for (const id of fromJson<readonly string[]>(data)) {
          signal.throwIfAborted();
          await purgeUnused(records, door, BigInt(id), parts);
        }
        records.jobs.wake();
      },
    },
    {
      name: REMOVE_BYTES,
      atOnce: 1,
      mostTries: MOST_TRIES,
      async run({ data }) {
        for (const key of fromJson<readonly string[]>(data)) await storage.remove(key);
      },
    },
  ];
}

async function purgeUnused(
  records: Records,
  door: Door,
  id: bigint,
  { rules, isInOpenSet }: Omit<PurgeParts, 'storage'>,
): Promise<void> {
  const row = await door.reads.find(file, id);
  if (!row || (await isUsed(door.reads, row, isInOpenSet))) return;
  const last = await lastRevision(door.reads);
  // Long histories are searched before anything is locked; what came meanwhile is searched behind the lock.
  const longReads = records.longOwnReads(longReadsFor(records.database.longReads, () => itself));
  if (await isInHistory(longReads, row)) return;
  const purge = door.write(async (writes) => {
    const found = await writes.find(file, id);
    if (!found || (await isUsed(writes, found, isInOpenSet)) || (await isInHistory(writes, found, last)))
      throw new InUse();
    await eraseLinks(writes, 'file_id', id);
    await writes.remove(file, id);
    const [removed] = await whereEvenDeleted(writes, file, (select) => select.where('id', '=', id));
    if (removed) await writes.purge(file, removed);
    const keys = [...copyKeysOf(found, rules), keyOf(found.path)];
    await writes.addJob({ kind: REMOVE_BYTES, data: toJson(keys) });
    return done(success.deleted, message('filePurged', { id }));
  });
  await purge.catch((error: unknown) => {
    if (!(error instanceof InUse)) throw error;
  });
}

/** Whether anything of the present uses a file: rows, pictures of users, other uploaders, the library, what waits to be approved. */
async function isUsed(reads: Reads, row: FileRow, isInOpenSet: IsInOpenSet): Promise<boolean> {
  if (row.folder_id !== null) return true;
  const again = await reads.first(upload, (select) => select.where('file_id', '=', row.id));
  if (again) return true;
  const portrayed = await reads.first(user, (select) => select.where('avatar', '=', row.path));
  return portrayed !== undefined || (await isInOpenSet(reads, row)) || (await isInRows(reads, row));
}
