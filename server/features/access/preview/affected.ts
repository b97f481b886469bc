import { type Actor, grant, group, isOver, LEVEL, membership, permission } from '../../../access/index.ts';
import { badParameters } from '../../../errors.ts';
import type { Reads } from '../../../records/store/reads.ts';
import { message } from '../messages/message.ts';
import { findPeople, type Users } from '../people.ts';
import type { Changes, GrantChange } from './changes.ts';
import type { Sight } from './sight.ts';

/** How many users a preview examines. */
export const MOST_USERS = 500;

/** A user before and after the changes. */
export interface Affected {
  readonly before: Actor;
  readonly after: Actor;
  readonly gains: readonly string[];
  readonly loses: readonly string[];
}

export interface AffectedUsers {
  readonly users: readonly Affected[];
  /** False if the changes affect more users than are examined. */
  readonly isComplete: boolean;
}

/**
 * The active users whom the changes affect and the caller may see. Super administrators keep everything and are left out.
 * Throws if the caller may not give what a change gives.
 */
export async function findAffected(
  reads: Reads,
  users: Users,
  { changes, sight }: { readonly changes: Changes; readonly sight: Sight },
): Promise<AffectedUsers> {
  const { grants = [], memberships = [] } = changes;
  const changed = new Set(grants.map(({ group_id }) => group_id));
  const managed = await sight.managed(memberships.map(({ user_id }) => user_id));
  const moved = new Map(
    memberships.flatMap(({ user_id, group_ids }) => (managed.has(user_id) ? [[user_id, group_ids]] : [])),
  );
  await requireGroups(reads, sight, { changed, entered: memberships.flatMap(({ group_ids }) => group_ids) });
  const records = await reads.where(membership, (select) =>
    sight
      .members(select)
      .where('group_id', 'in', changed.size > 0 ? [...changed] : [0n])
      .where((e) => e.or([e('until', 'is', null), e('until', '>', Date.now())]))
      .orderBy('user_id')
      .limit(MOST_USERS + 1),
  );
  const ids = [...new Set([...moved.keys(), ...records.map(({ user_id }) => user_id)])];
  const people = await findPeople(reads, users, ids.slice(0, MOST_USERS));
  const active = [...people.values()].filter(({ actor, isActive }) => isActive && !actor.isSuper);
  const groupsOf = ({ id, groupIds }: Actor) => moved.get(id) ?? groupIds;
  const groupIds = active.flatMap(({ actor }) => groupsOf(actor));
  const held = await heldBy(reads, { groupIds, grants, sight });
  const found = active.map(({ actor: before }): Affected => {
    const groupIds = groupsOf(before);
    const permissions = new Set(groupIds.flatMap((id) => [...(held.get(id) ?? [])]));
    return {
      before,
      after: { ...before, groupIds, permissions },
      gains: [...permissions.difference(before.permissions)],
      loses: [...before.permissions.difference(permissions)],
    };
  });
  const isTouched = ({ before, gains, loses }: Affected) =>
    gains.length + loses.length > 0 || moved.has(before.id);
  return {
    users: found.filter(isTouched),
    isComplete: records.length <= MOST_USERS && ids.length <= MOST_USERS,
  };
}

/**
 * Throws if a group is that of the super administrators, is missing, or is not one of the caller's. The last two get the same
 * error.
 */
async function requireGroups(
  reads: Reads,
  sight: Sight,
  { changed, entered }: { readonly changed: ReadonlySet<bigint>; readonly entered: readonly bigint[] },
): Promise<void> {
  const wanted = [...new Set([...changed, ...entered])];
  if (wanted.length === 0) return;
  const records = await reads.where(group, (select) => sight.groups(select.where('id', 'in', wanted)));
  const known = new Map(records.map(({ id, level }) => [id, level]));
  const isAllowed = (id: bigint) =>
    known.has(id) &&
    known.get(id) !== LEVEL.root &&
    (known.get(id) !== LEVEL.guest || !changed.has(id) || sight.isWhole);
  if (!wanted.every(isAllowed)) throw badParameters({ group_id: message('isNoChangeableGroup') });
}

/** The keys of the permissions that each group would hold. */
async function heldBy(
  reads: Reads,
  {
    groupIds,
    grants,
    sight,
  }: { readonly groupIds: readonly bigint[]; readonly grants: readonly GrantChange[]; readonly sight: Sight },
): Promise<Map<bigint, Set<string>>> {
  const ids = [...new Set(groupIds)];
  const records =
    ids.length > 0 ? await reads.where(grant, (select) => select.where('group_id', 'in', ids)) : [];
  const mounted = await reads.where(permission, (select) => select.where('mount', '=', true));
  const keyOf = new Map(mounted.map(({ id, key }) => [id, key]));
  const given = grants.flatMap((one) => one.grant ?? []).map((id) => keyOf.get(id));
  if (given.some((key) => key === undefined || !sight.gives(key)))
    throw badParameters({ grant: message('isNoPermission') });
  const held = new Map(ids.map((id) => [id, new Set<bigint>()]));
  for (const { group_id, permission_id, until } of records)
    if (!isOver(until)) held.get(group_id)?.add(permission_id);
  for (const one of grants) {
    for (const id of one.grant ?? []) held.get(one.group_id)?.add(id);
    for (const id of one.revoke ?? []) held.get(one.group_id)?.delete(id);
  }
  return new Map(
    [...held].map(([id, permissions]) => [
      id,
      new Set([...permissions].flatMap((one) => keyOf.get(one) ?? [])),
    ]),
  );
}
