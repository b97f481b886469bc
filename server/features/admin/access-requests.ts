import {
  beyond,
  type Giver,
  getOwnGroup,
  getUser,
  givePermissions,
  manageUsers,
  permission,
  permissionsByGroup,
  requireGives,
  requireGivesGroups,
  requireManaged,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { toJson } from '../../shared/exact-json.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import type { accessRequest } from './access-request.collection.ts';
import { failures } from './failures.ts';
import { getGroup } from './get-group.ts';
import { message } from './messages/message.ts';

/** A request for a membership or for permissions of a group. */
export type AccessRequest = Pick<
  RecordOf<typeof accessRequest>,
  'user_id' | 'group_id' | 'permission_ids' | 'until' | 'reason'
>;

/** The rule for asking for it, and for approving it. */
export function ruleFor({ user_id }: Pick<AccessRequest, 'user_id'>) {
  return user_id === null ? givePermissions : manageUsers;
}

/** A request in full; for a membership, with all that the group holds now. Shows permissions that are gone, as far as they are known. */
export async function describe(reads: Reads, request: AccessRequest) {
  const group = await getGroup(reads, request.group_id);
  const user = request.user_id === null ? null : await getUser(reads, request.user_id);
  const permissions = user
    ? ((await permissionsByGroup(reads, [group.id])).get(group.id) ?? [])
    : await namedPermissions(reads, request);
  const shown = {
    user: user && { id: user.id, username: user.username },
    group: { id: group.id, name: group.name },
    permissions: permissions.map(({ id, key, name }) => ({ id, key, name })),
    until: request.until,
    reason: request.reason,
  };
  return { ...shown, shown: hashOf(toJson(shown)) };
}

/** The permissions to grant. Throws if one is gone; delegates get the same error as for one that they do not hold. */
export async function permissionsOf(
  reads: Reads,
  { permission_ids }: Naming,
  { isSuper }: Pick<Giver, 'isSuper'> = { isSuper: true },
) {
  const ids = idsOf({ permission_ids });
  const records = (await namedPermissions(reads, { permission_ids })).filter(({ mount }) => mount);
  const missing = ids.find((id) => !records.some((record) => record.id === id));
  if (missing === undefined) return records.map((record) => ({ ...record, asked: String(record.id) }));
  if (!isSuper) throw beyond(message('notOwnPermission', { permission: String(missing) }));
  throw new AppError(failures.permissionNotFound, { detail: String(missing) });
}

type Naming = Pick<AccessRequest, 'permission_ids'>;

/** The permissions that a request names, also those that the definitions do not declare any more. */
async function namedPermissions(reads: Reads, naming: Naming) {
  const ids = idsOf(naming);
  if (ids.length === 0) return [];
  return reads.where(permission, (select) => select.where('id', 'in', ids).orderBy('id'));
}

function idsOf({ permission_ids }: Naming): bigint[] {
  return Array.isArray(permission_ids) ? permission_ids.map((id) => BigInt(String(id))) : [];
}

/** Throws unless a user of this giver could give it themselves. */
export async function requireGivable(writes: Writes, giver: Giver, request: AccessRequest): Promise<void> {
  const { user_id, group_id, until } = request;
  if (user_id === null) {
    await getOwnGroup(writes, giver, group_id);
    const given = await permissionsOf(writes, request, giver);
    return requireGives(writes, giver, group_id, { given, until });
  }
  await requireManaged(writes, giver, user_id);
  await requireGivesGroups(writes, giver, [group_id], until);
}
