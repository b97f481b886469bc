import type { NewRow } from '../../definitions/row-types.ts';
import { AppError, badParameters, type FailureKey } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { group, LEVEL } from './group.record.ts';
import { membership } from './membership.record.ts';
import { user } from './user.record.ts';

/** Makes a user and its memberships; without groups it joins the guests. Answers the id. */
export async function createUser(
  writes: Writes,
  account: NewRow<typeof user>,
  groupIds: readonly bigint[],
): Promise<bigint> {
  const wanted = await joinable(writes, groupIds, 'firstGroupMissing');
  const id = await writes.create(user, account);
  for (const group_id of wanted) await writes.create(membership, { user_id: id, group_id });
  return id;
}

/** Makes a user a member of exactly these groups; of the guests where there are none. Nobody can be put among the super administrators. */
export async function joinGroups(writes: Writes, userId: bigint, groupIds: readonly bigint[]): Promise<void> {
  const wanted = await joinable(writes, groupIds, 'memberGroupMissing');
  const present = await writes.where(membership, (select) => select.where('user_id', '=', userId));
  for (const row of present) if (!wanted.delete(row.group_id)) await writes.remove(membership, row.id);
  for (const group_id of wanted) await writes.create(membership, { user_id: userId, group_id });
}

async function joinable(
  writes: Writes,
  groupIds: readonly bigint[],
  missing: FailureKey,
): Promise<Set<bigint>> {
  const wanted = new Set(groupIds.length > 0 ? groupIds : [await guestGroupId(writes)]);
  for (const id of wanted) {
    const row = await writes.find(group, id);
    if (!row) throw new AppError(missing, { detail: String(id) });
    if (row.level === LEVEL.root) throw new AppError('rootGroupClosed');
  }
  return wanted;
}

/** Gives a user another password. */
export async function setCredential(writes: Writes, userId: bigint, credential: string): Promise<void> {
  await writes.update(user, userId, { credential, adopted_rounds: 0 });
}

/** What the costliest recipe costs that some user's credential still needs; 0 where none needs one. */
export async function mostAdoptedRounds(reads: Reads): Promise<number> {
  const costliest = await reads.first(user, (select) => select.orderBy('adopted_rounds', 'desc'));
  return costliest?.adopted_rounds ?? 0;
}

export async function isRootUser(writes: Writes, userId: bigint): Promise<boolean> {
  const memberships = await writes.where(membership, (select) => select.where('user_id', '=', userId));
  for (const { group_id } of memberships) {
    if ((await writes.find(group, group_id))?.level === LEVEL.root) return true;
  }
  return false;
}

export function requireSamePasswords(password: unknown, confirmation: unknown): void {
  if (password !== confirmation) throw badParameters({ confirm_password: message('passwordsDiffer') });
}

async function guestGroupId(writes: Writes): Promise<bigint> {
  const guest = await writes.first(group, (select) => select.where('level', '=', LEVEL.guest));
  if (!guest) throw new Error('the guests have no group');
  return guest.id;
}
