import type { GrantChange, Grants } from '../../../api/admin/administration.ts';

/** The changes that toggle each of these cells, `group/permission`, with one entry for each group. */
export function toChanges(changed: ReadonlySet<string>, held: ReadonlySet<string>): GrantChange[] {
  const byGroup = Map.groupBy(changed, (key) => key.slice(0, key.indexOf('/')));
  return [...byGroup].map(([group, keys]) => ({
    group_id: group,
    grant: keys.filter((key) => !held.has(key)).map(permissionOf),
    revoke: keys.filter((key) => held.has(key)).map(permissionOf),
  }));
}

/** The changes that undo these. Grants that were to end get their end back. */
export function inversion(changes: readonly GrantChange[], ends: Grants['ends']): GrantChange[] {
  return changes.flatMap(({ group_id, grant, revoke }) => {
    const endOf = (permission: string) => ends.get(`${group_id}/${permission}`);
    const limited = revoke.flatMap((one) => {
      const validity = endOf(one);
      return validity ? [{ group_id, grant: [one], revoke: [], ...validity }] : [];
    });
    return [{ group_id, grant: revoke.filter((one) => !endOf(one)), revoke: grant }, ...limited];
  });
}

function permissionOf(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}
