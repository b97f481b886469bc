import type { GrantChange, Grants } from '../../../api/admin/administration.ts';

/** What to send so that each changed cell, `group/permission`, becomes the opposite of what is held: one entry a group. */
export function toChanges(changed: ReadonlySet<string>, held: ReadonlySet<string>): GrantChange[] {
  const byGroup = Map.groupBy(changed, (key) => key.slice(0, key.indexOf('/')));
  return [...byGroup].map(([group, keys]) => ({
    group_id: BigInt(group),
    grant: keys.filter((key) => !held.has(key)).map(permissionOf),
    revoke: keys.filter((key) => held.has(key)).map(permissionOf),
  }));
}

/** What takes these changes back: what ended by itself will do so again. */
export function inversion(changes: readonly GrantChange[], ends: Grants['ends']): GrantChange[] {
  return changes.flatMap(({ group_id, grant, revoke }) => {
    const endOf = (permission: bigint) => ends.get(`${group_id}/${permission}`);
    const limited = revoke.flatMap((one) => {
      const terms = endOf(one);
      return terms ? [{ group_id, grant: [one], revoke: [], ...terms }] : [];
    });
    return [{ group_id, grant: revoke.filter((one) => !endOf(one)), revoke: grant }, ...limited];
  });
}

function permissionOf(key: string): bigint {
  return BigInt(key.slice(key.indexOf('/') + 1));
}
