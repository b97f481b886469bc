import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { changeGroups, isRootUser } from '../accounts/accounts.ts';
import { group, LEVEL } from '../accounts/group.collection.ts';
import { groupsOf } from '../accounts/group-membership.ts';
import { identity } from './identity.collection.ts';

type Identity = RecordOf<typeof identity>;

/** The groups of these names that a provider may put users into: never the super administrators. */
export async function groupsNamed(reads: Reads, names: readonly string[]): Promise<bigint[]> {
  if (names.length === 0) return [];
  const records = await reads.where(group, (select) =>
    select.where('name', 'in', names).where('level', '<>', LEVEL.root),
  );
  return records.map(({ id }) => id);
}

/**
 * Adds a user to the groups that their provider names now, and removes them from groups that it no longer names. Memberships
 * from elsewhere stay. Super administrators are left alone.
 */
export async function keepGroupsInStep(
  writes: Writes,
  { id, user_id, group_ids }: Identity,
  wanted: readonly bigint[],
): Promise<void> {
  if (await isRootUser(writes, user_id)) return;
  const given = new Set(readIds(group_ids));
  const held = (await groupsOf(writes, [user_id])).get(user_id) ?? [];
  const present = new Set(held.map((one) => one.id));
  const added = wanted.filter((one) => !present.has(one));
  const lost = [...given].filter((one) => present.has(one) && !wanted.includes(one));
  if (added.length + lost.length > 0) await changeGroups(writes, user_id, { joining: added, leaving: lost });
  const ours = wanted.filter((one) => given.has(one) || added.includes(one));
  if (ours.length !== given.size || ours.some((one) => !given.has(one)))
    await writes.update(identity, id, { group_ids: ours.map(String) });
}

/** Takes back all groups that a provider gave. */
export function leaveGroups(writes: Writes, record: Identity): Promise<void> {
  return keepGroupsInStep(writes, record, []);
}

function readIds(stored: unknown): bigint[] {
  return Array.isArray(stored) ? stored.map((id) => BigInt(String(id))) : [];
}
