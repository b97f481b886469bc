import { randomInt } from 'node:crypto';
import { done, operatorDoor, success, user } from '../../../access/index.ts';
import type { JobKind } from '../../../background/job-kind.ts';
import { itself, longReadsFor } from '../../../database/index.ts';
import type { FileUses } from '../../../module/file-uses.ts';
import {
  file,
  filesReferredTo,
  formerPath,
  isOwnPath,
  PURGE_FILES,
  type Reads,
  type RecordStore,
  shownIn,
  systemContext,
  upload,
  usedAmong,
  whereEvenDeleted,
} from '../../../records/index.ts';
import { fromJson, HOUR_MS, MINUTE_MS, toJson } from '../../../shared/index.ts';
import type { Storage } from '../../../storage/storage.ts';
import { COPY_FOLDERS } from '../images/named-crops.ts';
import { type FileRecord, keyOf } from '../keep.ts';
import { eraseLinks } from '../library/tagging.ts';
import { message } from '../messages/message.ts';

const REMOVE_BYTES = 'remove bytes of files';
const MOST_TRIES = 12;
/** When to look again at files that running work may need. */
const LATER_MS = MINUTE_MS;
const MOST_MARKS = 2 ** 47;

/** The kinds of these jobs. */
export const PURGE_KINDS: readonly string[] = [PURGE_FILES, REMOVE_BYTES];

interface PurgeParts {
  readonly storage: Storage;
  readonly uses: readonly FileUses[];
}

/** A file whose uses are being looked for, and the mark of that in its record. */
interface Marked {
  readonly record: FileRecord;
  readonly mark: bigint;
}

/** Thrown to leave a file alone that came into use while its uses were searched. */
class InUse extends Error {}

/**
 * The jobs that destroy the files of destroyed records: first the record of an unused file, then its bytes. If a process dies in
 * between, the job for the bytes remains.
 */
export function purgeFileKinds(store: RecordStore, { storage, uses }: PurgeParts): JobKind[] {
  return [
    {
      name: PURGE_FILES,
      atOnce: 1,
      mostTries: MOST_TRIES,
      async run({ data }, signal) {
        const ids = fromJson<readonly string[]>(data).map(BigInt);
        const mustWait = await isAny(uses, (one) => one.mayNameAny?.(store.reads));
        const marked = await mark(store, ids, mustWait);
        const unused = await withoutUses(store, marked);
        for (const one of unused) {
          signal.throwIfAborted();
          await purge(store, one, uses);
        }
        store.jobs.wake();
      },
    },
    {
      name: REMOVE_BYTES,
      atOnce: 1,
      mostTries: MOST_TRIES,
      async run({ data }) {
        const path = fromJson<string>(data);
        for (const folder of COPY_FOLDERS)
          for await (const { key } of storage.list(`${folder}/${path}.`)) await storage.remove(key);
        await storage.remove(keyOf(path));
      },
    },
  ];
}

/**
 * Marks the records of files, because long tables are searched without a lock: a write that begins to use a file removes the mark.
 * Files that may not be destroyed yet are postponed.
 */
function mark(store: RecordStore, ids: readonly bigint[], mustWait: boolean): Promise<Marked[]> {
  return store.write(systemContext(PURGE_FILES), async (writes) => {
    const { now } = writes.context;
    const later = new Map<number, string[]>();
    const marked: Marked[] = [];
    for (const id of [...ids].sort((a, b) => (a < b ? -1 : 1))) {
      const record = await writes.find(file, id);
      if (!record || record.folder_id !== null || !isOwnPath(record.path)) continue;
      const due = mustWait ? now + LATER_MS : Number(record.purge_hold ?? 0n);
      if (due > now) {
        later.set(due, [...(later.get(due) ?? []), String(id)]);
        continue;
      }
      const value = -BigInt(randomInt(1, MOST_MARKS)); // by chance, as two purges may look for a file at once
      const marking = writes.query.updateTable(file.name).set({ purge_hold: value }).where('id', '=', id);
      await writes.connection.run(marking.compile());
      marked.push({ record, mark: value });
    }
    for (const [due, some] of later) await writes.addJob({ kind: PURGE_FILES, data: toJson(some), due });
    return marked;
  });
}

/** The files that neither records nor their histories nor pictures of users name. */
async function withoutUses(store: RecordStore, marked: readonly Marked[]): Promise<readonly Marked[]> {
  const files = marked.map(({ record }) => record);
  if (files.length === 0) return [];
  const longReads = store.longReads(longReadsFor(store.database.longReads, () => itself));
  const portrayed = await shownIn(longReads, user, 'avatar', files);
  const used = await usedAmong(
    longReads,
    files.filter(({ id }) => !portrayed.has(id)),
  );
  return marked.filter(({ record: { id } }) => !portrayed.has(id) && !used.has(id));
}

/** Destroys a file unless it came into use since it was marked. */
async function purge(
  store: RecordStore,
  { record: { id }, mark }: Marked,
  uses: readonly FileUses[],
): Promise<void> {
  const purging = operatorDoor(store, PURGE_FILES).write(async (writes) => {
    const found = await writes.find(file, id);
    if (found?.purge_hold !== mark || (await isUsed(writes, found, uses))) throw new InUse();
    await eraseLinks(writes, 'file_id', id);
    // Forced, because nothing names the file: all texts would be read behind the lock to find that out again.
    await writes.remove(file, id, { uses: ['delete'], isForced: true });
    const [removed] = await whereEvenDeleted(writes, file, (select) => select.where('id', '=', id));
    if (removed) await writes.purge(file, removed);
    const data = toJson(found.path);
    await writes.addJob({ kind: REMOVE_BYTES, data });
    await writes.addJob({ kind: REMOVE_BYTES, data, due: writes.context.now + HOUR_MS }); // a copy may be in the making
    return done(success.deleted, message('filePurged', { id }));
  });
  await purging.catch((error: unknown) => {
    if (!(error instanceof InUse)) throw error;
  });
}

/** Whether a quick search finds a use: records, other uploaders, a former path, the library, waiting changes. */
async function isUsed(reads: Reads, record: FileRecord, uses: readonly FileUses[]): Promise<boolean> {
  if (record.folder_id !== null) return true;
  const again = await reads.first(upload, (select) => select.where('file_id', '=', record.id));
  const moved = await reads.first(formerPath, (select) => select.where('file_id', '=', record.id)); // texts may name its former path
  return (
    again !== undefined ||
    moved !== undefined ||
    (await isAny(uses, (one) => one.names?.(reads, record))) ||
    (await filesReferredTo(reads, [record.id])).size > 0
  );
}

/** Whether one of these uses is the case; the first that is ends the search. */
async function isAny(
  uses: readonly FileUses[],
  isOne: (use: FileUses) => Promise<boolean> | undefined,
): Promise<boolean> {
  for (const use of uses) if (await isOne(use)) return true;
  return false;
}
