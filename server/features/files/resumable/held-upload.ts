import { randomUUID } from 'node:crypto';
import type { Actor, Door } from '../../../access/index.ts';
import { type PeriodicTask, startPeriodicTask } from '../../../background/periodic-task.ts';
import { AppError } from '../../../errors.ts';
import type { Reads, Writes } from '../../../records/index.ts';
import { failures } from '../failures.ts';
import { message } from '../messages/message.ts';
import { type ResumableUpload, resumableUpload, uploadPiece } from './resumable-upload.collection.ts';

/** A request that receives no bytes for this long, or whose process died, gives way to another one. */
const LOCK_MS = 9000;
/**
 * Each piece is an object of the storage, and clients choose how small pieces are. Any upload may break off a thousand times;
 * beyond that, its pieces are this large on average.
 */
const FREE_PIECES = 1000;
const PIECE_BYTES = 65_536;
const MAX_PIECES = 10_000;

/** Returns an upload of the caller. Throws if it does not exist, has expired or belongs to another user. */
export async function getOwnUpload(
  reads: Reads,
  { id: userId }: Actor,
  id: bigint,
): Promise<ResumableUpload> {
  const record = await reads.find(resumableUpload, id);
  if (record?.create_user_id !== userId || record.expire_time <= Date.now())
    throw new AppError(failures.uploadNotFound);
  return record;
}

/**
 * An upload that only this request, on any instance, may send to. Changes are made only while this request holds the lock; one
 * that has lost it, such as one of a suspended process, changes nothing.
 */
export class HeldUpload {
  readonly record: ResumableUpload;
  readonly #door: Door;
  readonly #resumeMs: number;
  readonly #renewing: PeriodicTask;
  #received: number;
  #isAlive = false;

  constructor(door: Door, record: ResumableUpload, resumeMs: number) {
    this.record = record;
    this.#door = door;
    this.#resumeMs = resumeMs;
    this.#received = record.received;
    this.#renewing = startPeriodicTask({
      everyMs: LOCK_MS / 3,
      run: () => this.#renew(),
      report: () => undefined, // the next change will fail as well
    });
  }

  get received(): number {
    return this.#received;
  }

  get left(): number {
    return this.record.size - this.#received;
  }

  /** Call it while bytes arrive or are processed; otherwise the lock expires. */
  keep(): void {
    this.#isAlive = true;
  }

  /** Notes that a piece is in the storage. */
  async advance(key: string, size: number): Promise<void> {
    await this.#write(async (writes, record) => {
      const { id, received: start, pieces } = record;
      await writes.create(uploadPiece, { upload_id: id, start, key });
      const received = start + size;
      await writes.update(resumableUpload, id, { received, pieces: pieces + 1, ...this.#times(writes) });
    });
    this.#received += size;
  }

  /** In the transaction that turns it into a file: releases its reservation. */
  async claim(writes: Writes): Promise<void> {
    const { id } = await this.#own(writes);
    await writes.update(resumableUpload, id, { reserved: 0 });
  }

  /** Lets other requests send to it, after failures too, and regardless of the caller's rights. */
  async release(): Promise<void> {
    await this.#renewing.stop();
    await this.#door.bookkeep(async (writes) => {
      const record = await writes.find(resumableUpload, this.record.id);
      if (record?.held_by === this.record.held_by)
        await writes.update(resumableUpload, record.id, { held_by: '', held_until: null });
    });
  }

  async #renew(): Promise<void> {
    if (!this.#isAlive) return;
    this.#isAlive = false;
    await this.#write((writes, { id }) => writes.update(resumableUpload, id, this.#times(writes)));
  }

  #times({ context: { now } }: Writes): { held_until: number; expire_time: number } {
    return { held_until: now + LOCK_MS, expire_time: now + this.#resumeMs };
  }

  #write(work: (writes: Writes, record: ResumableUpload) => Promise<void>): Promise<void> {
    return this.#door.writePart(this.#door.admission.requestId, async (writes) =>
      work(writes, await this.#own(writes)),
    );
  }

  async #own(writes: Writes): Promise<ResumableUpload> {
    const record = await writes.find(resumableUpload, this.record.id);
    if (!record) throw new AppError(failures.uploadNotFound);
    if (record.held_by !== this.record.held_by) throw busy();
    return record;
  }
}

/** Takes the lock of the caller's upload. Throws if another request has it, or the upload has other bytes than the client thinks. */
export async function holdUpload(
  door: Door,
  { id, offset, resumeMs }: { readonly id: bigint; readonly offset: number; readonly resumeMs: number },
): Promise<HeldUpload> {
  const record = await door.writePart(door.admission.requestId, async (writes) => {
    const { now } = writes.context;
    const found = await getOwnUpload(writes, door.actor, id);
    if (found.held_by !== '' && (found.held_until ?? 0) > now) throw busy();
    if (found.received !== offset) throw otherOffset(found.received);
    const max = Math.min(FREE_PIECES + Math.ceil(found.size / PIECE_BYTES), MAX_PIECES);
    if (found.pieces >= max)
      throw new AppError(failures.quotaExceeded, { detail: message('atMostPieces', { max }) });
    const changes = { held_by: randomUUID(), held_until: now + LOCK_MS, expire_time: now + resumeMs };
    await writes.update(resumableUpload, id, changes);
    return { ...found, ...changes };
  });
  return new HeldUpload(door, record, resumeMs);
}

function busy(): AppError {
  return new AppError(failures.uploadBusy, { headers: { 'retry-after': '3' } });
}

function otherOffset(received: number): AppError {
  return new AppError(failures.otherOffset, { detail: message('bytesReceived', { count: received }) });
}
