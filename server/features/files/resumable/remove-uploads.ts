import { setTimeout as wait } from 'node:timers/promises';
import type { Door } from '../../../access/door.ts';
import type { JobKind } from '../../../background/job-kind.ts';
import type { Schedule } from '../../../background/schedule.ts';
import { chunksOf, systemContext, type Writes } from '../../../records/index.ts';
import type { RecordStore } from '../../../records/record-store.ts';
import { toJson } from '../../../shared/exact-json.ts';
import { fromJson } from '../../../shared/json.ts';
import type { Storage } from '../../../storage/storage.ts';
import {
  piecesOf,
  type ResumableUpload,
  resumableUpload,
  uploadPiece,
} from './resumable-upload.collection.ts';

const REMOVE_PIECES = 'remove pieces of an upload';
const MOST_TRIES = 12;
const BATCH = 20;
const PAUSE_MS = 50;

/** Drops the pieces of an upload; a job then removes them from the storage, including those of killed requests. */
export async function removePieces(writes: Writes, { id, token }: ResumableUpload): Promise<void> {
  const pieces = await writes.where(uploadPiece, (select) => select.where('upload_id', '=', id));
  for (const some of chunksOf(pieces.map((piece) => piece.id))) await writes.erase(uploadPiece, some);
  await writes.addJob({ kind: REMOVE_PIECES, data: toJson(token) });
}

/** Removes an upload, whatever its state; the file that it became stays. With a holder, only while that request holds it. */
export function removeUpload(door: Door, id: bigint, holder?: string): Promise<void> {
  return door.bookkeep((writes) => remove(writes, id, holder));
}

async function remove(writes: Writes, id: bigint, holder?: string): Promise<void> {
  const record = await writes.find(resumableUpload, id);
  if (!record || (holder !== undefined && record.held_by !== holder)) return;
  await removePieces(writes, record);
  await writes.erase(resumableUpload, [id]);
}

export function removePiecesKind(storage: Storage): JobKind {
  return {
    name: REMOVE_PIECES,
    atOnce: 1,
    mostTries: MOST_TRIES,
    async run({ data }) {
      const token = fromJson<string>(data);
      for await (const { key } of storage.list(piecesOf({ token }))) await storage.remove(key);
    },
  };
}

/** Every ten minutes, removes uploads that nobody has continued in time. */
export function uploadSweep(store: RecordStore): Schedule {
  return {
    name: 'remove expired uploads',
    cron: '*/10 * * * *',
    async run(signal) {
      while ((await sweep(store)) === BATCH) await wait(PAUSE_MS, undefined, { signal });
    },
  };
}

function sweep({ write }: RecordStore): Promise<number> {
  return write(systemContext('sweep uploads'), async (writes) => {
    const { now } = writes.context;
    const expired = await writes.where(resumableUpload, (select) =>
      select.where('expire_time', '<=', now).orderBy('expire_time').limit(BATCH),
    );
    for (const { id } of expired) await remove(writes, id);
    return expired.length;
  });
}
