import { type Actor, type Door, user } from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { eraseWhere, type Reads, type Writes } from '../../records/index.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { toJson } from '../../shared/exact-json.ts';
import { type ChangeSet, changeSet, changeSetItem, type SET_STATES } from './change-set.collection.ts';
import { failures } from './failures.ts';
import { type Item, nameOf } from './items.ts';
import { message } from './messages/message.ts';
import { setComment } from './set-comment.collection.ts';

type State = (typeof SET_STATES)[number];

/** How long a set is kept after its last change. */
export interface SetLifetime {
  readonly changeSetDays: number;
}

/** The time of the last change of sets that are over. */
export function overBefore({ changeSetDays }: SetLifetime): number {
  return Date.now() - changeSetDays * DAY_MS;
}

/** A set that is not over. Throws if it is missing. */
export async function getSet(reads: Reads, lifetime: SetLifetime, id: bigint): Promise<ChangeSet> {
  const set = await reads.find(changeSet, id);
  if (!set || set.change_time <= overBefore(lifetime)) throw new AppError('recordNotFound');
  return set;
}

/** A set of the actor's own. To others it is not there. */
export async function getOwnSet(
  reads: Reads,
  lifetime: SetLifetime,
  id: bigint,
  actor: Actor,
): Promise<ChangeSet> {
  const set = await getSet(reads, lifetime, id);
  if (!isAuthor(set, actor)) throw new AppError('recordNotFound');
  return set;
}

/** Whether the set is the actor's own; of a key, whether it was made by this one: another may see less. */
export function isAuthor({ create_user_id, key_id }: ChangeSet, { id, key }: Actor): boolean {
  return create_user_id === id && (key === undefined || key.id === key_id);
}

/** Whether the actor decided on the set. */
export function hasDecided({ decide_user_id }: ChangeSet, { id, key }: Actor): boolean {
  return decide_user_id === id && !key;
}

/** Throws unless the set is in one of these states. */
export function requireState({ state }: ChangeSet, ...states: readonly State[]): void {
  if (!states.includes(state))
    throw new AppError(failures.changeSetState, { detail: message('setStateIs', { state }) });
}

/** Raises the version of a set, so that decisions on the former version are refused. */
export function touchSet(
  writes: Writes,
  { id, version }: ChangeSet,
  changes: Partial<Omit<ChangeSet, 'id' | 'version' | 'change_time' | 'create_time' | 'create_user_id'>>,
): Promise<void> {
  return writes.update(changeSet, id, { ...changes, version: version + 1, change_time: writes.context.now });
}

/** Stores the items of a set in the places of those that it had. */
export async function storeItems(
  writes: Writes,
  setId: bigint,
  author: bigint,
  items: readonly Item[],
): Promise<void> {
  await removeItems(writes, [setId]);
  await writes.createMany(
    changeSetItem,
    items.map((item) => ({
      set_id: setId,
      author_id: author,
      place: item.place,
      collection: nameOf(item.definition),
      action: item.action,
      record_id: item.recordId ?? null,
      record_name: item.recordName ?? null,
      sent: toJson(item.values),
      base: toJson(item.base),
      base_version: item.baseVersion ?? null,
    })),
  );
}

/** Erases sets, with their items and what was said about them. */
export async function eraseSets(writes: Writes, ids: readonly bigint[]): Promise<void> {
  await removeItems(writes, ids);
  await eraseWhere(writes, setComment, (select) => select.where('set_id', 'in', ids));
  await writes.erase(changeSet, ids);
}

/** Erases the items of sets. */
async function removeItems(writes: Writes, setIds: readonly bigint[]): Promise<void> {
  await eraseWhere(writes, changeSetItem, (select) => select.where('set_id', 'in', setIds));
}

/** A user, for those who may see the set. */
export async function namedUser(reads: Reads, id: bigint) {
  return { id, username: (await reads.find(user, id))?.username ?? String(id) };
}

/** A set as it is shown, with the names of its people. */
export async function describeSet(reads: Reads, { actor }: Door, set: ChangeSet) {
  const { create_user_id, decide_user_id, apply_user_id, ...shown } = set;
  const person = (id: bigint | null) => (id === null ? null : namedUser(reads, id));
  return {
    ...shown,
    author: await namedUser(reads, create_user_id),
    decided_by: await person(decide_user_id),
    applied_by: await person(apply_user_id),
    own: create_user_id === actor.id,
  };
}
