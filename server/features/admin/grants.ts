import { grant } from '../../access/accounts/grant.record.ts';
import { permission } from '../../access/accounts/permission.record.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';

/** Permissions by their ids or, as older clients send them, by their names. */
export type PermissionList = { readonly ids: readonly bigint[] } | { readonly names: readonly string[] };

/** What is granted, and what it is called. */
export type Listed = readonly Pick<RowOf<typeof permission>, 'id' | 'name'>[];

/** The listed permissions. Throws if one does not exist. */
export async function getPermissions(reads: Reads, permissions: PermissionList): Promise<Listed> {
  const [column, wanted] =
    'ids' in permissions ? (['id', permissions.ids] as const) : (['name', permissions.names] as const);
  if (wanted.length === 0) return [];
  const rows = await reads.where(permission, (select) =>
    select.where('mount', '=', true).where(column, 'in', wanted).orderBy('id'),
  );
  const found = new Set<unknown>(rows.map((row) => row[column]));
  const missing = wanted.find((one) => !found.has(one));
  if (missing !== undefined) throw new AppError('permissionNotFound', { detail: String(missing) });
  return rows;
}

/** Grants the permissions that the group does not hold yet, and returns their number. */
export async function addGrants(writes: Writes, groupId: bigint, permissions: Listed): Promise<number> {
  const wanted = new Set(permissions.map(({ id }) => id));
  for (const { permission_id } of await held(writes, groupId)) wanted.delete(permission_id);
  for (const permission_id of wanted) await writes.create(grant, { group_id: groupId, permission_id });
  return wanted.size;
}

/** Revokes those of the permissions that the group holds. */
export async function removeGrants(writes: Writes, groupId: bigint, permissions: Listed): Promise<void> {
  const unwanted = new Set(permissions.map(({ id }) => id));
  for (const row of await held(writes, groupId))
    if (unwanted.has(row.permission_id)) await writes.remove(grant, row.id);
}

/** Revokes all permissions of a group. */
export async function removeAllGrants(writes: Writes, groupId: bigint): Promise<void> {
  for (const row of await held(writes, groupId)) await writes.remove(grant, row.id);
}

function held(reads: Reads, groupId: bigint) {
  return reads.where(grant, (select) => select.where('group_id', '=', groupId));
}
