import { choosesUsers, type Door, type FindUsers, isErased, knowsUsers, user } from '../../access/index.ts';
import type { Reader } from '../../database/engine.ts';
import type { Catalogue, ServedDefinition } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { type Reads, whereEvenDeleted } from '../../records/index.ts';
import { comment } from './comment.collection.ts';
import { type CommentSubject, formerNames, isReadable } from './subject.ts';

/** A user as readers of comments know them. */
export interface ShownPerson {
  readonly id: bigint;
  readonly nickname: string | null;
  /** Null for callers who may not know user names, and of deleted accounts. */
  readonly username: string | null;
}

/** The most users that one search looks at, and the most that it answers. */
const MOST_LOOKED_AT = 60;
const MOST_ANSWERED = 10;

type Viewer = Pick<Door, 'admission' | 'actor'>;
type User = RecordOf<typeof user>;

/** What finds out whether others may read a place. */
export interface Knowing {
  readonly findUsers: FindUsers;
  readonly reader: Reader;
  readonly reads: Reads;
}

/** Users by their ids, as far as a reader of comments on this collection may know them. */
export async function shownPeople(
  reads: Reads,
  { actor }: Viewer,
  served: ServedDefinition,
  ids: readonly bigint[],
): Promise<(id: bigint) => ShownPerson> {
  const wanted = [...new Set(ids)];
  const found =
    wanted.length > 0
      ? await whereEvenDeleted(reads, user, (select) => select.where('id', 'in', wanted))
      : [];
  const isNamed = knowsUsers(actor, served.access.history);
  const byId = new Map(found.map((one) => [one.id, shown(one, isNamed || one.id === actor.id)]));
  return (id) => byId.get(id) ?? { id, nickname: null, username: null };
}

function shown(one: User & { readonly is_deleted?: unknown }, isNamed: boolean): ShownPerson {
  if (isErased(one)) return { id: one.id, nickname: null, username: one.username };
  if (one.is_deleted) return { id: one.id, nickname: null, username: null };
  return { id: one.id, nickname: one.nickname || null, username: isNamed ? one.username : null };
}

/**
 * Users who may be mentioned at a place, by a part of their names: active people who may read it, and whom the caller may know,
 * because they may know who made changes, may choose users in fields, or have read comments of them here.
 */
export async function findMentionable(
  knowing: Knowing,
  viewer: Viewer,
  place: CommentSubject,
  search: string,
): Promise<ShownPerson[]> {
  const { reads } = knowing;
  const { actor } = viewer;
  const isNamed = knowsUsers(actor, place.served.access.history);
  const known = await knownHere(reads, viewer, place);
  const records = await reads.where(user, (select) => {
    const others = select
      .where('active', '=', true)
      .where('is_service', '=', false)
      .where('id', '<>', actor.id);
    const among = known === 'all' ? others : others.where('id', 'in', [0n, ...known]);
    const columns = isNamed ? ['nickname', 'username'] : ['nickname'];
    const named =
      search === '' ? among : among.where((e) => e.or(columns.map((one) => reads.contains(one, search))));
    return named.orderBy('nickname').orderBy('id').limit(MOST_LOOKED_AT);
  });
  const able = await readersAmong(
    knowing,
    viewer,
    place,
    records.map(({ id }) => id),
  );
  return records
    .filter(({ id }) => able.has(id))
    .slice(0, MOST_ANSWERED)
    .map((one) => shown(one, isNamed));
}

/** The first of these users who cannot be mentioned at a place; the caller learns of none why not. */
export async function findUnmentionable(
  knowing: Knowing,
  viewer: Viewer,
  place: CommentSubject,
  ids: readonly bigint[],
): Promise<bigint | undefined> {
  if (ids.length === 0) return undefined;
  const { reads } = knowing;
  const known = await knownHere(reads, viewer, place);
  const people = await reads.where(user, (select) =>
    select.where('id', 'in', ids).where('active', '=', true).where('is_service', '=', false),
  );
  const able = await readersAmong(
    knowing,
    viewer,
    place,
    people.map(({ id }) => id),
  );
  return ids.find(
    (id) => !able.has(id) || !(known === 'all' || id === viewer.actor.id || known.includes(id)),
  );
}

/** Those of these users who may read a place now. */
export async function readersAmong(
  { findUsers, reader, reads }: Knowing,
  { admission }: Pick<Viewer, 'admission'>,
  place: Pick<CommentSubject, 'definition' | 'record' | 'field'>,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const readers = new Set<bigint>();
  for (const [id, found] of await findUsers(ids, reader))
    if (found && found !== 'inactive' && (await isReadable(reads, admission.rightsOf(found), place)))
      readers.add(id);
  return readers;
}

/** The users whom a caller may know at a place; without a right to know others, those who have commented on the record there. */
async function knownHere(
  reads: Reads,
  { admission, actor }: Viewer,
  { served, record, field }: CommentSubject,
): Promise<readonly bigint[] | 'all'> {
  const { catalogue }: { readonly catalogue: Catalogue } = reads;
  if (knowsUsers(actor, served.access.history) || choosesUsers(catalogue, admission.rightsOf(actor)))
    return 'all';
  const here = await reads.where(comment, (select) => {
    const about = select.where('collection', 'in', formerNames(served)).where('record_id', '=', record.id);
    return (field === null ? about.where('field', 'is', null) : about.where('field', '=', field))
      .orderBy('id', 'desc')
      .limit(MOST_LOOKED_AT);
  });
  return here.map(({ create_user_id }) => create_user_id);
}
