import type { Raw } from '../../../database/engine.ts';
import {
  bothOf,
  type Definition,
  type Field,
  holdsFiles,
  takesType,
  USER,
  versionsOf,
  type WhichRecords,
} from '../../../definitions/for-server.ts';
import { type AppError, badParameters } from '../../../errors.ts';
import { message, type Text } from '../../../messages/message.ts';
import { file } from '../../file.collection.ts';
import { idsBy } from '../../record.ts';
import type { Rights } from '../../rights.ts';
import {
  chunksOf,
  filesReferredTo,
  type Lock,
  matchingRecords,
  type Reads,
  rightsOver,
  type WriteReads,
} from '../../store/index.ts';
import { upload } from '../../upload.collection.ts';

/** How many missing ids an error names. */
const MOST_NAMED = 20;

/**
 * Missing-reference errors, indexed like `records`. A record that the actor may not see counts as missing, unless the record
 * referred to it `before`. The server's own collections have no rules: the features that write them decide.
 */
export async function targetErrors(
  reads: WriteReads,
  definition: Definition,
  records: readonly Raw[],
  before: Raw = {},
): Promise<(AppError | undefined)[]> {
  const { catalogue } = reads;
  const references = catalogue.referencesOf(definition.name);
  if (references.length === 0) return [];
  const rights = await rightsOver(reads, definition);
  const lock = lockOfTargets(definition);
  const problems: Record<string, Text>[] = [];
  for (const reference of references) {
    const { field, path = field, leaf: kind, target } = reference;
    const ids = new Set(records.flatMap((record) => idsBy(reference, record))).difference(
      new Set(idsBy(reference, before)),
    );
    if (ids.size === 0) continue;
    const collection = catalogue.get(target);
    const unusable = holdsFiles(kind)
      ? await fileProblems(reads, kind, { wanted: ids, rights, lock })
      : asMissing(
          await unknownAmong(reads, collection, { wanted: ids, rights, lock, isOwn: isServers(definition) }),
        );
    for (const [index, record] of unusable.size > 0 ? records.entries() : []) {
      const [first, ...others] = idsBy(reference, record).filter((id) => unusable.has(id));
      if (first === undefined) continue;
      const named = [first, ...others.slice(0, MOST_NAMED - 1)].map(String);
      const problem = problemOf(unusable.get(first), named, kind);
      problems[index] = { ...problems[index], [path]: problem };
    }
  }
  return problems.map(badParameters);
}

/**
 * Locks the records that a record newly refers to, so that what its hooks read beside them holds. What is missing is refused after
 * the hooks, which may put other references in its place.
 */
export async function lockTargets(
  reads: WriteReads,
  definition: Definition,
  record: Raw,
  before?: Raw,
): Promise<void> {
  await targetErrors(reads, definition, [record], before);
}

/** Throws if a record refers to one that is missing, other than `before`. Locks those that it refers to. */
export async function requireTargets(
  reads: WriteReads,
  definition: Definition,
  record: Raw,
  before?: Raw,
): Promise<void> {
  const [missing] = await targetErrors(reads, definition, [record], before);
  if (missing) throw missing;
}

/**
 * How the records that a collection refers to are locked. A hook may lock or change them next: two transactions that shared their
 * lock would then deadlock.
 */
export function lockOfTargets({ hooks }: Definition): Lock {
  return hooks ? 'exclusive' : 'shared';
}

interface NeededTargets {
  readonly wanted: ReadonlySet<bigint>;
  readonly known: WhichRecords;
  readonly lock: Lock;
}

interface WantedBy extends Pick<NeededTargets, 'wanted' | 'lock'> {
  readonly rights: Rights | undefined;
}

function problemOf(why: Unusable | undefined, ids: readonly string[], { accept = [], target }: Field): Text {
  if (why === 'wrongType') return message('wrongFileType', { ids, allowed: accept });
  if (why === 'notPrivate') return message('fileNotPrivate', { ids });
  return message(target === USER ? 'unusableUser' : 'missingReference', { ids });
}

function asMissing(ids: ReadonlySet<bigint>): ReadonlyMap<bigint, Unusable> {
  return new Map([...ids].map((id) => [id, 'missing']));
}

/** Why files cannot be put into the field, by id. */
async function fileProblems(
  reads: WriteReads,
  field: Field,
  { wanted, rights, lock }: WantedBy,
): Promise<ReadonlyMap<bigint, Unusable>> {
  const missing = await missingAmong(reads, file, { wanted, known: 'all', lock });
  const bound = rights?.known(file) === 'all' ? undefined : rights;
  const unusable = await unusableFiles(reads, field, wanted, bound);
  return new Map([...unusable, ...asMissing(missing)]);
}

/** The ids that the actor may see neither as drafts nor as published records. `isOwn`: a collection of the server refers to them. */
async function unknownAmong(
  reads: Reads,
  collection: Definition,
  { wanted, rights, lock, isOwn }: WantedBy & { readonly isOwn: boolean },
): Promise<ReadonlySet<bigint>> {
  let left = wanted;
  for (const one of versionsOf(reads.catalogue, collection)) {
    if (left.size === 0) break;
    const known = bothOf(rights?.known(one) ?? 'all', one.name === USER && !isOwn ? ACTIVE : 'all');
    left = await missingAmong(reads, one, { wanted: left, known, lock });
  }
  return left;
}

/** References to deactivated accounts are refused. */
const ACTIVE: WhichRecords = { active: true };

function isServers({ name }: Definition): boolean {
  return name.startsWith('quire_');
}

async function missingAmong(
  reads: Reads,
  definition: Definition,
  { wanted, known, lock }: NeededTargets,
): Promise<ReadonlySet<bigint>> {
  const [only = 0n] = wanted;
  if (wanted.size > 1) return wanted.difference(await reads.idsAmong(definition, [...wanted], known, lock));
  const record = await reads[lock === 'shared' ? 'findShared' : 'find'](definition, only); // most writes refer to one record, so this statement is prepared
  const there = await matchingRecords(reads, definition, known, record ? [record] : []);
  return there.length > 0 ? new Set() : wanted;
}

/** Why a reference cannot be kept. */
type Unusable = 'missing' | 'wrongType' | 'notPrivate';

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
async function unusableFiles(
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
