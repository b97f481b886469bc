import type { Field } from '../../../definitions/field.ts';
import { takesType } from '../../../definitions/fields/file.ts';
import { file } from '../../file.collection.ts';
import type { Rights } from '../../rights.ts';
import { chunksOf } from '../../store/chunks.ts';
import { filesReferredTo } from '../../store/files-referred-to.ts';
import type { WriteReads } from '../../store/write-context.ts';
import { upload } from '../../upload.collection.ts';

/** Why a reference cannot be kept. */
export type Unusable = 'missing' | 'wrongType' | 'notPrivate';

interface ReferredFile {
  readonly id: bigint;
  readonly mime: string;
  readonly private: boolean;
  readonly create_user_id: bigint;
}

/**
 * Why files cannot be put into a field, by their ids: the field takes only private ones, does not take their type or, if
 * `bound` holds the actor's rights, the actor has not uploaded them. A file's URL is known only to those who were given it,
 * so nobody may learn it by guessing an id and expanding the field. Missing files are not reported here.
 */
export async function unusableFiles(
  reads: WriteReads,
  { accept, isPrivate }: Field,
  ids: ReadonlySet<bigint>,
  bound: Rights | undefined,
): Promise<Map<bigint, Unusable>> {
  const problems = new Map<bigint, Unusable>();
  const actorId = reads.context.actor.id;
  const isUser = actorId > 0n; // all callers without a name share an id, so it owns nothing
  const isOwn = (creator: bigint) => creator === actorId && isUser;
  for (const some of chunksOf([...ids])) {
    const found = await reads.records<ReferredFile>(
      reads.query
        .selectFrom(file.name)
        .select(['id', 'mime', 'private', 'create_user_id'])
        .where('id', 'in', some),
      file.columns,
    );
    const foreign = found.flatMap(({ id, create_user_id }) => (bound && !isOwn(create_user_id) ? id : []));
    const own = !isUser ? new Set() : await uploadedBy(reads, actorId, foreign);
    for (const id of foreign) if (!own.has(id)) problems.set(id, 'missing');
    const secret = found.flatMap(({ id, private: isSecret }) => (bound && isSecret ? id : []));
    for (const id of await goneFromSight(reads, secret, bound)) problems.set(id, 'missing');
    for (const { id, mime, private: isSecret } of found)
      if (problems.has(id)) continue;
      else if (!takesType(accept, mime)) problems.set(id, 'wrongType');
      else if (isPrivate && !isSecret) problems.set(id, 'notPrivate');
  }
  return problems;
}

/** Private files whose referring records the actor may not read: another reference would show them again. */
async function goneFromSight(
  reads: WriteReads,
  files: readonly bigint[],
  rights: Rights | undefined,
): Promise<ReadonlySet<bigint>> {
  if (files.length === 0 || !rights) return new Set();
  const taken = await filesReferredTo(reads, files);
  return taken.difference(await filesReferredTo(reads, taken, rights));
}

async function uploadedBy(
  reads: WriteReads,
  user: bigint,
  files: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  if (files.length === 0) return new Set();
  const uploads = reads.query.selectFrom(upload.name).select('file_id');
  const own = uploads.where('user_id', '=', user).where('file_id', 'in', files);
  const records = await reads.records<{ file_id: bigint }>(own, upload.columns);
  return new Set(records.map(({ file_id }) => file_id));
}
