import { type AccessRule, permissionsIn } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { grant } from '../accounts/grant.collection.ts';
import { group, LEVEL } from '../accounts/group.collection.ts';
import { membership } from '../accounts/membership.collection.ts';
import { permission } from '../accounts/permission.collection.ts';
import { user } from '../accounts/user.collection.ts';
import { isOver } from '../accounts/validity.ts';
import type { Door } from '../door.ts';

/** Until when something is held, in milliseconds since 1970; infinite for good. */
type End = number;

/** A user who gives rights: those that they hold themselves, for no longer than they hold them. */
export interface Giver {
  readonly userId: bigint;
  readonly isSuper: boolean;
  /** Until when they hold the right by which they give. */
  readonly end: End;
  /** The groups that they are in. */
  readonly groups: ReadonlyMap<bigint, End>;
  /** The permissions that they hold, by their ids. */
  readonly permissions: ReadonlyMap<bigint, End>;
  /** Whether a second person must approve what they give. */
  readonly needsApproval?: boolean;
}

/**
 * The caller of a delegated route, confirmed and locked inside the transaction. Throws if they have lost the right. The route
 * must refuse programs.
 */
export async function lockGiver(
  { actor, admission }: Pick<Door, 'actor' | 'admission'>,
  writes: Writes,
  rule: AccessRule,
): Promise<Giver> {
  const keys = permissionsIn(rule).map(({ key }) => key);
  const giver = await lockGiverById(writes, actor.id, keys, { onlyLasting: admission.outlives });
  return { ...giver, needsApproval: admission.needsApproval };
}

/**
 * A giver inside a transaction. The records that it depends on are locked, so a concurrent withdrawal takes effect
 * either before or after this transaction. With `onlyLasting`, rights that end are left out. Throws unless the user is a super
 * administrator or holds one of these permissions.
 */
export async function lockGiverById(
  writes: Writes,
  userId: bigint,
  keys: readonly string[],
  { onlyLasting = false }: { readonly onlyLasting?: boolean } = {},
): Promise<Giver> {
  const counts = (end: End) => !onlyLasting || end === Number.POSITIVE_INFINITY;
  const groups = await lockGroups(writes, userId, counts);
  const account = await writes.findShared(user, userId);
  if (!account?.active) throw lost();
  const ids = [...groups.keys()];
  const records = ids.length > 0 ? await writes.where(group, (select) => select.where('id', 'in', ids)) : [];
  const root = records.find(({ level }) => level === LEVEL.root);
  if (root) return { userId, isSuper: true, end: groups.get(root.id) ?? 0, groups, permissions: new Map() };
  const { permissions, byKey } = await lockPermissions(writes, groups, counts);
  const end = Math.max(0, ...keys.map((key) => permissions.get(byKey.get(key) ?? 0n) ?? 0));
  if (end === 0) throw lost();
  return { userId, isSuper: false, end, groups, permissions };
}

function lost(): AppError {
  return new AppError('superRequired', { reason: message('rightToGiveLost') });
}

type Counts = (end: End) => boolean;

async function lockGroups(writes: Writes, userId: bigint, counts: Counts): Promise<Map<bigint, End>> {
  const groups = new Map<bigint, End>();
  for (const { id } of await writes.where(membership, (select) => select.where('user_id', '=', userId))) {
    const record = await writes.findShared(membership, id);
    const end = record?.until ?? Number.POSITIVE_INFINITY;
    if (record && !isOver(record.until) && counts(end)) groups.set(record.group_id, end);
  }
  return groups;
}

async function lockPermissions(writes: Writes, groups: ReadonlyMap<bigint, End>, counts: Counts) {
  const permissions = new Map<bigint, End>();
  const ids = [...groups.keys()];
  const grants =
    ids.length > 0 ? await writes.where(grant, (select) => select.where('group_id', 'in', ids)) : [];
  for (const { id } of grants) {
    const record = await writes.findShared(grant, id);
    if (!record || isOver(record.until)) continue;
    const end = Math.min(groups.get(record.group_id) ?? 0, record.until ?? Number.POSITIVE_INFINITY);
    if (counts(end))
      permissions.set(record.permission_id, Math.max(end, permissions.get(record.permission_id) ?? 0));
  }
  const known = await writes.where(permission, (select) => select.where('mount', '=', true));
  const byKey = new Map(
    known.filter(({ id }) => permissions.has(id)).map((record) => [record.key, record.id]),
  );
  return { permissions, byKey };
}
