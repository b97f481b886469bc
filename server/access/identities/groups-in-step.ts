import type { RowOf } from '../../definitions/types/row-types.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { isRootUser, joinGroups } from '../accounts/accounts.ts';
import { group, LEVEL } from '../accounts/group.record.ts';
import { membership } from '../accounts/membership.record.ts';
import { identity } from './identity.record.ts';

type Identity = RowOf<typeof identity>;

/** The groups of these names that a provider may put users into: never the super administrators. */
export async function groupsNamed(reads: Reads, names: readonly string[]): Promise<bigint[]> {
  if (names.length === 0) return [];
  const rows = await reads.where(group, (select) =>
    select.where('name', 'in', names).where('level', '<>', LEVEL.root),
  );
  return rows.map(({ id }) => id);
}

/**
 * Puts a user into the groups that their provider names now, and takes back those that it named before and names no more.
 * Memberships that somebody else gave stay. Super administrators are left alone.
 */
export async function keepGroupsInStep(
  writes: Writes,
  { id, user_id, group_ids }: Identity,
  wanted: readonly bigint[],
): Promise<void> {
  if (await isRootUser(writes, user_id)) return;
  const given = new Set(readIds(group_ids));
  const rows = await writes.where(membership, (select) => select.where('user_id', '=', user_id));
  const present = new Set(rows.map(({ group_id }) => group_id));
  const added = wanted.filter((one) => !present.has(one));
  const lost = [...given].filter((one) => present.has(one) && !wanted.includes(one));
  if (added.length + lost.length > 0) {
    const kept = [...present].filter((one) => !lost.includes(one));
    await joinGroups(writes, user_id, [...kept, ...added]);
  }
  const ours = wanted.filter((one) => given.has(one) || added.includes(one));
  if (ours.length !== given.size || ours.some((one) => !given.has(one)))
    await writes.update(identity, id, { group_ids: ours.map(String) });
}

/** Takes back all groups that a provider gave. */
export function leaveGroups(writes: Writes, row: Identity): Promise<void> {
  return keepGroupsInStep(writes, row, []);
}

function readIds(stored: unknown): bigint[] {
  return Array.isArray(stored) ? stored.map((id) => BigInt(String(id))) : [];
}
