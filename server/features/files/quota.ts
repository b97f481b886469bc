import { type Actor, user } from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { countEvenDeleted, file, type Select, upload, type Writes } from '../../records/index.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { UploadRules } from '../../storage/upload-rules.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import { resumableUpload } from './resumable/resumable-upload.collection.ts';

/** How long the bytes of a deleted file are kept, and count. */
export const TRASH_MS = 30 * DAY_MS;

/** Lets the uploads of a user follow one another, on all instances: each then counts those before it. */
export async function lockUploads(writes: Writes, { id }: Actor): Promise<void> {
  await writes.find(user, id);
}

/**
 * Throws if a user has uploaded more than allowed. Files in the trash count while their bytes are kept, and so do the declared
 * sizes of unfinished uploads.
 */
export async function requireWithinQuota(
  writes: Writes,
  actor: Actor,
  { quotaFiles, quotaBytes }: Pick<UploadRules, 'quotaFiles' | 'quotaBytes'>,
): Promise<void> {
  const { id } = actor;
  const { now } = writes.context;
  const since = now - TRASH_MS;
  const kept = (select: Select) =>
    select.where((e) => e.or([e('delete_time', 'is', null), e('delete_time', '>', since)]));
  const again = writes.query.selectFrom(upload.name).select('file_id').where('user_id', '=', id);
  const [own, others, open] = [
    await countEvenDeleted(writes, file, 'size', (select) => kept(select.where('create_user_id', '=', id))),
    await countEvenDeleted(writes, file, 'size', (select) => kept(select.where('id', 'in', again))),
    await countEvenDeleted(writes, resumableUpload, 'reserved', (select) =>
      openUploadsOf(select, actor, now),
    ),
  ];
  const count = own.count + others.count + open.count;
  const bytes = own.sum + others.sum + open.sum;
  if (count > quotaFiles) throw exceeded(message('atMostFiles', { max: quotaFiles }));
  if (bytes > quotaBytes) throw exceeded(message('atMostBytes', { max: quotaBytes }));
}

/** The uploads of a user that can still be continued. */
export function openUploadsOf(select: Select, { id }: Actor, now: number): Select {
  const own = select.where('create_user_id', '=', id).where('expire_time', '>', now);
  return own.where('reserved', '>', 0);
}

function exceeded(detail: ReturnType<typeof message>): AppError {
  return new AppError(failures.quotaExceeded, { detail });
}
