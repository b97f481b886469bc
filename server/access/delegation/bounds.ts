import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { type Message, message, type Text } from '../../messages/message.ts';
import type { Reads, Select, Writes } from '../../records/index.ts';
import { group, LEVEL } from '../accounts/group.collection.ts';
import { groupsOf } from '../accounts/group-membership.ts';
import { membership } from '../accounts/membership.collection.ts';
import { isLiving } from '../accounts/validity.ts';
import type { Actor } from '../actor.ts';
import { BREAK_GLASS } from './break-glass-permission.ts';
import type { Giver } from './giver.ts';

type Bounds = Pick<Giver, 'isSuper' | 'end' | 'groups' | 'userId' | 'needsApproval'>;

/** The refusal to give something beyond the giver's own rights. */
export function beyond(detail: Message): AppError {
  return new AppError('beyondOwnRights', { detail });
}

/** Narrows users to those whom an actor manages: they share a group, and all of their groups are the actor's own. */
export function managedBy(reads: Reads, { id, isSuper, groupIds }: Actor): (select: Select) => Select {
  if (isSuper) return (select) => select;
  if (groupIds.length === 0) return (select) => select.where('id', 'in', []);
  const members = () =>
    reads.query.selectFrom(`${membership.name} as m`).select('m.user_id').where(isLiving('m'));
  return (select) =>
    select
      .where('id', '<>', id)
      .where('id', 'in', members().where('m.group_id', 'in', groupIds))
      .where('id', 'not in', members().where('m.group_id', 'not in', groupIds));
}

/** Narrows groups to the actor's own. */
export function ownGroups({ isSuper, groupIds }: Actor): (select: Select) => Select {
  return (select) => (isSuper ? select : select.where('id', 'in', groupIds));
}

/** The bounds of an actor, for reads. */
export function boundsOf({ id, isSuper, groupIds }: Actor): Bounds {
  return {
    userId: id,
    isSuper,
    end: Number.POSITIVE_INFINITY,
    groups: new Map(groupIds.map((group) => [group, Number.POSITIVE_INFINITY])),
  };
}

/**
 * Throws unless the actor manages the user. Someone who sets a password or an address can then act as the user, so with
 * `withCredentials` the user's memberships must not outlast the actor's own.
 */
export async function requireManaged(
  reads: Reads,
  { isSuper, groups, userId }: Bounds,
  id: bigint,
  { withCredentials = false } = {},
): Promise<void> {
  if (isSuper) return;
  const held = (await groupsOf(reads, [id])).get(id) ?? [];
  const isManaged = id !== userId && held.length > 0 && held.every((one) => groups.has(one.id));
  if (!isManaged) throw new AppError('userNotFound', { reason: message('notOwnUser') });
  const outlasting = held.find((one) => (one.until ?? Number.POSITIVE_INFINITY) > (groups.get(one.id) ?? 0));
  if (withCredentials && outlasting) throw beyond(message('membershipOutlasts', { group: outlasting.name }));
}

/**
 * The group of a change. Throws the same error for a missing group and for one that the actor is not in; otherwise ids could be
 * tried out to learn which groups exist.
 */
export async function getOwnGroup(
  reads: Reads,
  { isSuper, groups }: Bounds,
  id: bigint,
): Promise<RecordOf<typeof group>> {
  const record = await reads.find(group, id);
  const isKnown = isSuper || groups.has(id) || record?.level === LEVEL.guest;
  if (!record || !isKnown) throw new AppError('groupNotFound');
  return record;
}

/** Throws unless the giver is in all of these groups, at least until this time. */
export async function requireGivesGroups(
  writes: Writes,
  bounds: Bounds,
  groupIds: readonly bigint[],
  until: number | null = null,
): Promise<void> {
  const { isSuper, groups, needsApproval = false } = bounds;
  if (needsApproval) await requireGuestsAlone(writes, groupIds);
  if (groupIds.length > 0) requireHolds(bounds, until);
  if (isSuper) return;
  for (const id of groupIds) {
    const { name } = await getOwnGroup(writes, bounds, id);
    const end = groups.get(id);
    if (end === undefined) throw beyond(message('guestsMadeBySuper'));
    if ((until ?? Number.POSITIVE_INFINITY) > end)
      throw beyond(message('membershipEndsBefore', { group: name }));
  }
}

/** The groups that a user is not in yet. */
export async function newGroups(
  writes: Writes,
  userId: bigint,
  groupIds: readonly bigint[],
): Promise<bigint[]> {
  const held = (await groupsOf(writes, [userId])).get(userId) ?? [];
  return groupIds.filter((id) => !held.some((one) => one.id === id));
}

/** Permissions to give, and the field that named them. */
type Given = readonly {
  readonly id: bigint;
  readonly key: string;
  readonly name: Text;
  readonly asked: string;
}[];

/** Throws unless these permissions may be given to a group until this time, or taken away. */
export async function requireGives(
  writes: Writes,
  giver: Giver,
  groupId: bigint,
  { given, until }: { readonly given: Given; readonly until: number | null },
): Promise<void> {
  if (giver.needsApproval && given.length > 0) throw new AppError('approvalNeeded');
  if (given.length > 0) requireHolds(giver, until);
  if (giver.isSuper) return;
  const { level } = await getOwnGroup(writes, giver, groupId);
  if (level === LEVEL.guest) throw beyond(message('guestsAreForSuper'));
  for (const one of given) {
    const end = giver.permissions.get(one.id);
    if (end === undefined || one.key === BREAK_GLASS)
      throw beyond(message('notOwnPermission', { permission: one.asked }));
    if ((until ?? Number.POSITIVE_INFINITY) > end)
      throw beyond(message('permissionEndsBefore', { permission: one.name }));
  }
}

/** Throws if what is given would outlive the right to give it. */
function requireHolds({ end }: Pick<Giver, 'end'>, until: number | null): void {
  if ((until ?? Number.POSITIVE_INFINITY) > end) throw beyond(message('rightEnds'));
}

/** Where a second person approves, everybody may still be made a guest. */
async function requireGuestsAlone(writes: Writes, groupIds: readonly bigint[]): Promise<void> {
  for (const id of groupIds)
    if ((await writes.find(group, id))?.level !== LEVEL.guest) throw new AppError('approvalNeeded');
}
