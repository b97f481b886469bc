import type { GrantChange } from '../../../api/admin/administration.ts';

/** What to send so that each changed cell, `group/permission`, becomes the opposite of what is held: one entry a group. */
export function toChanges(changed: ReadonlySet<string>, held: ReadonlySet<string>): GrantChange[] {
  const byGroup = Map.groupBy(changed, (key) => key.slice(0, key.indexOf('/')));
  return [...byGroup].map(([group, keys]) => ({
    group_id: BigInt(group),
    grant: keys.filter((key) => !held.has(key)).map(permissionOf),
    revoke: keys.filter((key) => held.has(key)).map(permissionOf),
  }));
}

/** What takes these changes back. */
export function inversion(changes: readonly GrantChange[]): GrantChange[] {
  return changes.map(({ group_id, grant, revoke }) => ({ group_id, grant: revoke, revoke: grant }));
}

function permissionOf(key: string): bigint {
  return BigInt(key.slice(key.indexOf('/') + 1));
}
