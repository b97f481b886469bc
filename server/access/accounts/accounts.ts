import type { NewRecord, RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters, type FailureKey } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { asPassword } from '../../shared/text/profiles.ts';
import { forgetDevices } from '../factors/trusted-devices.ts';
import { endTokensOf } from '../mail-tokens/mail-tokens.ts';
import { group, LEVEL } from './group.collection.ts';
import { membership } from './membership.collection.ts';
import { user } from './user.collection.ts';
import { forGood, isOver, type Validity, validityColumns } from './validity.ts';

/** Returns the user with this id. Throws if no such user exists. */
export async function getUser(reads: Reads, id: bigint): Promise<RecordOf<typeof user>> {
  const record = await reads.find(user, id);
  if (!record) throw new AppError('userNotFound');
  return record;
}

/**
 * Creates a user and its memberships; without groups it joins the guests, without a name it goes by its user name. Who has a second factor makes no account that could do
 * without one what asks for theirs. Returns the id.
 */
export async function createUser(
  writes: Writes,
  account: NewRecord<typeof user>,
  groupIds: readonly bigint[],
): Promise<bigint> {
  const wanted = await joinable(writes, groupIds, 'firstGroupMissing');
  const { owes_factor = await hasFactor(writes, writes.context.actor.id) } = account;
  const nickname = account.nickname || account.username; // what others see, in lists and where records refer to them
  const id = await writes.create(user, { ...account, nickname, owes_factor });
  for (const group_id of wanted) await writes.create(membership, { user_id: id, group_id });
  return id;
}

/** Whether a user has a second factor. */
export async function hasFactor(reads: Reads, userId: bigint): Promise<boolean> {
  return (await reads.find(user, userId))?.second_factor ?? false;
}

/** Makes a user a member of exactly these groups, or of the guests if there are none. Nobody can be added to the super administrators. */
export async function joinGroups(writes: Writes, userId: bigint, groupIds: readonly bigint[]): Promise<void> {
  const wanted = await joinable(writes, groupIds, 'memberGroupMissing');
  for (const record of await membershipsOf(writes, userId)) {
    if (!wanted.delete(record.group_id)) await writes.remove(membership, record.id);
    else if (isOver(record.until, writes.context.now))
      await writes.update(membership, record.id, validityColumns(forGood));
  }
  for (const group_id of wanted) await writes.create(membership, { user_id: userId, group_id });
}

/** Makes a user a member of one more group, or changes how long the membership holds. Returns whether it is new. */
export async function joinGroup(
  writes: Writes,
  userId: bigint,
  groupId: bigint,
  validity: Validity,
): Promise<boolean> {
  await joinable(writes, [groupId], 'memberGroupMissing');
  const record = (await membershipsOf(writes, userId)).find(({ group_id }) => group_id === groupId);
  if (record) await writes.update(membership, record.id, validityColumns(validity));
  else await writes.create(membership, { user_id: userId, group_id: groupId, ...validity });
  return !record || isOver(record.until, writes.context.now);
}

/**
 * Adds a user to groups permanently, and removes them from others. All other memberships stay, even expired ones. A user
 * without any group joins the guests.
 */
export async function changeGroups(
  writes: Writes,
  userId: bigint,
  { joining, leaving }: { readonly joining: readonly bigint[]; readonly leaving: readonly bigint[] },
): Promise<void> {
  const records = await membershipsOf(writes, userId);
  const living = records.filter(({ until }) => !isOver(until, writes.context.now));
  const left = living.filter(({ group_id }) => leaving.includes(group_id));
  const joined = joining.filter((id) => !living.some(({ group_id }) => group_id === id));
  for (const { id } of left) await writes.remove(membership, id);
  const wanted = left.length < living.length ? joined : await orGuests(writes, joined);
  for (const id of wanted) await joinGroup(writes, userId, id, forGood);
}

function membershipsOf(reads: Reads, userId: bigint) {
  return reads.where(membership, (select) => select.where('user_id', '=', userId));
}

/** Throws unless users can be put into these groups. */
export async function requireJoinable(writes: Writes, groupIds: readonly bigint[]): Promise<void> {
  await joinable(writes, groupIds, 'firstGroupMissing');
}

async function joinable(
  writes: Writes,
  groupIds: readonly bigint[],
  missing: FailureKey,
): Promise<Set<bigint>> {
  const wanted = new Set(await orGuests(writes, groupIds));
  for (const id of wanted) {
    const record = await writes.find(group, id);
    if (!record) throw new AppError(missing, { detail: String(id) });
    if (record.level === LEVEL.root) throw new AppError('rootGroupClosed');
  }
  return wanted;
}

/** Sets a user's password; mailed links and trusted devices end. Throws for a service user, which has no password. */
export async function setCredential(writes: Writes, userId: bigint, credential: string): Promise<void> {
  if ((await writes.find(user, userId))?.is_service) throw new AppError('serviceUserPassword');
  await writes.update(user, userId, { credential, adopted_rounds: 0 });
  await endTokensOf(writes, userId);
  await forgetDevices(writes, userId);
}

/** Stores another hash of the same password. The user's own data stays as it was, the time of its last change too. */
export async function renewCredential(writes: Writes, userId: bigint, credential: string): Promise<void> {
  const update = writes.query.updateTable(user.name).set({ credential, adopted_rounds: 0 });
  await writes.connection.run(update.where('id', '=', userId).compile());
}

/** The cost of the most expensive legacy recipe that a stored credential still needs; 0 if none does. */
export async function mostAdoptedRounds(reads: Reads): Promise<number> {
  const costliest = await reads.first(user, (select) => select.orderBy('adopted_rounds', 'desc'));
  return costliest?.adopted_rounds ?? 0;
}

/** Whether a user is a super administrator permanently. Temporary ones can be regrouped, deactivated and deleted. */
export async function isRootUser(reads: Reads, userId: bigint): Promise<boolean> {
  for (const { group_id, until } of await membershipsOf(reads, userId)) {
    if (until !== null) continue;
    if ((await reads.find(group, group_id))?.level === LEVEL.root) return true;
  }
  return false;
}

export function requireSamePasswords(password: string, confirmation: string): void {
  if (asPassword(password) !== asPassword(confirmation))
    throw badParameters({ confirm_password: message('passwordsDiffer') });
}

/** These groups, or the guests if there are none. */
export async function orGuests(writes: Writes, groupIds: readonly bigint[]): Promise<readonly bigint[]> {
  return groupIds.length > 0 ? groupIds : [await guestGroupId(writes)];
}

async function guestGroupId(writes: Writes): Promise<bigint> {
  const guest = await writes.first(group, (select) => select.where('level', '=', LEVEL.guest));
  if (!guest) throw new Error('the guests have no group');
  return guest.id;
}
