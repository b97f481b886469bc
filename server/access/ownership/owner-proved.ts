import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { setCredential, type user } from '../accounts/index.ts';
import { revokeKeys } from '../api-keys/keys.ts';
import { passkey, totp } from '../factors/index.ts';
import { removeIdentity } from '../identities/identities.ts';
import { identity } from '../identities/identity.collection.ts';
import { noPassword } from '../passwords/passwords.ts';
import { removeFactorsSince } from '../second-factor/factor-changes.ts';
import { endAll } from '../sign-in/sessions.ts';
import { settleLeftBehind } from './left-behind.ts';
import { type Part, setByOther } from './set-by-other.collection.ts';
import { handOn, noteSetByOther, type SetByOther, setOfOthers } from './set-by-others.ts';

type User = RecordOf<typeof user>;

/**
 * Settles what others set of an account whose owner has just shown that it is theirs. Factors and identities that were added
 * meanwhile go: anyone who knew the password could have added them. So does what they left behind to act for them.
 */
export async function ownerProved(writes: Writes, userId: bigint): Promise<void> {
  const all = await setOfOthers(writes, userId);
  const setters = all.filter(({ part }) => part === 'password');
  const [first] = setters;
  if (first) {
    await removePlanted(writes, userId, first.create_time);
    for (const { set_by } of setters)
      await handOn(writes, { from: userId, to: set_by, since: first.create_time });
    await settleLeftBehind(writes, userId, first.create_time);
  }
  for (const { id } of all) await writes.remove(setByOther, id);
}

/**
 * A new password by a mailed link is the owner's if the mailbox was, before others set anything. One that goes to an address
 * that somebody else set is that person's.
 */
export async function settleMailedReset(writes: Writes, owner: User): Promise<void> {
  const all = await setOfOthers(writes, owner.id);
  if (all.every((one) => one.own_address_key !== null && one.own_address_key === owner.email_key))
    return ownerProved(writes, owner.id);
  for (const { part, set_by } of all)
    if (part === 'address') await noteSetByOther(writes, owner, 'password', set_by);
}

/** A new password is the owner's if they have a second factor that is older than what others set. */
export async function settleOwnPassword(writes: Writes, { id, second_factor }: User): Promise<void> {
  const [first, ...others] = await setOfOthers(writes, id);
  if (!first || !second_factor || [first, ...others].some(({ part }) => part === 'factor')) return;
  if (await hasFactorBefore(writes, id, first.create_time)) await ownerProved(writes, id);
}

/** What users set anew themselves is theirs, unless somebody else opened their session. */
export async function settlePart(
  writes: Writes,
  userId: bigint,
  part: Exclude<Part, 'password'>,
): Promise<void> {
  const all = await setOfOthers(writes, userId);
  const opens = ({ part: one }: SetByOther) => one === 'password' || (one === 'address' && part === 'factor');
  if (all.some(opens)) return;
  for (const one of all) if (one.part === part) await writes.remove(setByOther, one.id);
}

/**
 * Takes away what somebody else could act by, before an account gets more by what its provider says: the password that they
 * set, its sessions, and what was added since.
 */
export async function shutOutOthers(writes: Writes, userId: bigint): Promise<void> {
  const all = await setOfOthers(writes, userId);
  if (!all.some(({ part }) => part === 'password')) return;
  await setCredential(writes, userId, noPassword());
  await endAll(writes, userId);
  await revokeKeys(writes, userId);
  await ownerProved(writes, userId);
}

/** Whether an identity was linked before somebody else could act as the user. */
export async function isLinkedByOwner(
  reads: Reads,
  { user_id, create_time }: Pick<RecordOf<typeof identity>, 'user_id' | 'create_time'>,
): Promise<boolean> {
  const [first] = await setOfOthers(reads, user_id);
  return first === undefined || create_time < first.create_time;
}

async function removePlanted(writes: Writes, userId: bigint, since: number): Promise<void> {
  await removeFactorsSince(writes, userId, since);
  const records = await writes.where(identity, (select) =>
    select.where('user_id', '=', userId).where('create_time', '>=', since),
  );
  for (const record of records) await removeIdentity(writes, record, 0n);
}

async function hasFactorBefore(reads: Reads, userId: bigint, time: number): Promise<boolean> {
  for (const factor of [totp, passkey]) {
    const count = await reads.count(factor, (select) =>
      select.where('user_id', '=', userId).where('create_time', '<', time),
    );
    if (count > 0) return true;
  }
  return false;
}
