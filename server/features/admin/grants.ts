import { grant } from '../../access/grant.record.ts';
import { permission } from '../../access/permission.record.ts';
import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/reads.ts';
import type { Writes } from '../../records/writes.ts';

/** Permissions by their ids or, as older clients have it, by their names. */
export type Named = { readonly ids: readonly bigint[] } | { readonly names: readonly string[] };

/** Grants what is not yet held, and answers how many that were. Throws where a permission does not exist. */
export async function addGrants(writes: Writes, groupId: bigint, permissions: Named): Promise<number> {
  const wanted = await idsOf(writes, permissions);
  for (const { permission_id } of await held(writes, groupId)) wanted.delete(permission_id);
  for (const permission_id of wanted) await writes.create(grant, { group_id: groupId, permission_id });
  return wanted.size;
}

/** Takes back what is held. Throws where a permission does not exist. */
export async function removeGrants(writes: Writes, groupId: bigint, permissions: Named): Promise<void> {
  const unwanted = await idsOf(writes, permissions);
  for (const row of await held(writes, groupId))
    if (unwanted.has(row.permission_id)) await writes.remove(grant, row.id);
}

/** Takes back all that a group holds. */
export async function removeAllGrants(writes: Writes, groupId: bigint): Promise<void> {
  for (const row of await held(writes, groupId)) await writes.remove(grant, row.id);
}

function held(reads: Reads, groupId: bigint) {
  return reads.where(grant, (select) => select.where('group_id', '=', groupId));
}

async function idsOf(reads: Reads, permissions: Named): Promise<Set<bigint>> {
  const [column, wanted] =
    'ids' in permissions ? (['id', permissions.ids] as const) : (['name', permissions.names] as const);
  if (wanted.length === 0) return new Set();
  const rows = await reads.where(permission, (select) =>
    select.where('mount', '=', true).where(column, 'in', wanted),
  );
  const found = new Set<unknown>(rows.map((row) => row[column]));
  const missing = wanted.find((one) => !found.has(one));
  if (missing !== undefined) throw new AppError('permissionNotFound', { detail: String(missing) });
  return new Set(rows.map(({ id }) => id));
}
