import { file, filesReferredTo, type Reads, type Rights } from '../../records/index.ts';
import type { Actor } from '../actor.ts';
import { isBarred } from '../key-reach.ts';

interface Uploaded {
  readonly id: bigint;
  readonly private: boolean;
  readonly create_user_id: bigint;
}

interface Asking {
  readonly actor: Actor;
  readonly rights: Rights;
}

/**
 * The files among these whose content an actor may read: files of records that they may read, and their own uploads. A private
 * upload belongs to its uploader only until a record refers to it; from then on, the rules of that record's collection decide.
 */
export async function readableFiles(
  reads: Reads,
  files: readonly Uploaded[],
  { actor, rights }: Asking,
): Promise<ReadonlySet<bigint>> {
  const ids = files.map(({ id }) => id);
  const reachesFiles = !isBarred(actor, file.name, ['read']);
  if (actor.isSuper && reachesFiles) return new Set(ids);
  const shown = await filesReferredTo(reads, ids, rights);
  const isOwn = (one: Uploaded) => actor.id > 0n && one.create_user_id === actor.id; // anonymous callers share an id
  const own = files.filter((one) => reachesFiles && isOwn(one) && !shown.has(one.id));
  const taken = await filesReferredTo(
    reads,
    own.flatMap((one) => (one.private ? one.id : [])),
  );
  return new Set([...shown, ...own.flatMap(({ id }) => (taken.has(id) ? [] : id))]);
}
