import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type Reads, type Writes, whereEvenDeleted } from '../../records/index.ts';
import { user } from '../accounts/user.collection.ts';
import { apiKey } from '../api-keys/api-key.collection.ts';
import { type Part, setByOther } from './set-by-other.collection.ts';

type Owner = Pick<RecordOf<typeof user>, 'id' | 'email' | 'email_key' | 'email_standing' | 'create_user_id'>;
export type SetByOther = RecordOf<typeof setByOther>;

/**
 * Notes that somebody else set a part of an account's credentials. `owner` is the account as it was before. The operator of the
 * server sets what they like: they have no account that could ask for anything.
 */
export async function noteSetByOther(
  writes: Writes,
  owner: Owner,
  part: Part,
  setBy: bigint = writes.context.actor.id,
): Promise<void> {
  if (setBy === owner.id || setBy <= 0n) return;
  const known = await setOfOthers(writes, owner.id);
  if (known.some((one) => one.part === part && one.set_by === setBy)) return;
  const isOwn = known.every((one) => one.part !== 'address') && isOwnAddress(owner, setBy);
  const own_address_key = isOwn ? owner.email_key : null;
  await writes.create(setByOther, { user_id: owner.id, part, set_by: setBy, own_address_key });
}

/**
 * What somebody set of other accounts as a user, or by keys that they made as this user, is theirs from now on: the user has their
 * account back, and could no longer be asked about it.
 */
export async function handOn(
  writes: Writes,
  { from, to, since }: { readonly from: bigint; readonly to: bigint; readonly since: number },
): Promise<void> {
  const keys = await whereEvenDeleted(writes, apiKey, (select) =>
    select.where('create_user_id', '=', from).where('create_time', '>=', since),
  );
  const hands = [...new Set([from, ...keys.map(({ user_id }) => user_id)])];
  const set = await writes.where(setByOther, (select) => select.where('set_by', 'in', hands));
  for (const { user_id, part } of set) {
    const owner = await writes.find(user, user_id);
    if (owner) await noteSetByOther(writes, owner, part, to);
  }
}

/** Whether the mailbox is not the actor's: it was verified, or given by somebody else. */
function isOwnAddress({ email_standing, create_user_id }: Owner, setBy: bigint): boolean {
  return email_standing === 'verified' || (email_standing === 'given' && create_user_id !== setBy);
}

/** What others set of an account, the oldest first. */
export function setOfOthers(reads: Reads, userId: bigint): Promise<SetByOther[]> {
  return reads.where(setByOther, (select) => select.where('user_id', '=', userId).orderBy('id'));
}

/**
 * Throws if a decision would be that of one person alone: where somebody else set a credential of the decider, and where the
 * decider set one of the asker, or of somebody who did.
 */
export async function requireOwnHand(reads: Reads, decider: bigint, asker?: bigint): Promise<void> {
  if ((await setOfOthers(reads, decider)).length > 0)
    throw new AppError('ownRequest', { detail: message('credentialSetByOther') });
  if (asker !== undefined && (await settersOf(reads, asker)).has(decider))
    throw new AppError('ownRequest', { detail: message('askerSetByDecider') });
}

/**
 * Everybody who could act as this user, by setting a credential of theirs or of somebody who could. That includes the keys of
 * programs, but not of a program that asks: it asks in its own name, and its maker is who reviews it.
 */
async function settersOf(reads: Reads, userId: bigint): Promise<ReadonlySet<bigint>> {
  const found = new Set<bigint>();
  for (let next: readonly bigint[] = [userId]; next.length > 0; ) {
    const asked = next;
    const records = await reads.where(setByOther, (select) => select.where('user_id', 'in', asked));
    const setters = records.map(({ set_by }) => set_by);
    const makers = await makersOfKeys(
      reads,
      asked.filter((id) => id !== userId),
    );
    next = [...new Set([...setters, ...makers])].filter((id) => !found.has(id));
    for (const id of next) found.add(id);
  }
  return found;
}

/** Who made keys of these users, also of those that were revoked since. */
async function makersOfKeys(reads: Reads, userIds: readonly bigint[]): Promise<bigint[]> {
  if (userIds.length === 0) return [];
  const keys = await whereEvenDeleted(reads, apiKey, (select) => select.where('user_id', 'in', userIds));
  return keys.map(({ create_user_id }) => create_user_id);
}
