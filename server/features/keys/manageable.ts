import {
  type Actor,
  type ApiKey,
  apiKey,
  type Giver,
  groupsOf,
  isLiving,
  lockGiverById,
  membership,
  user,
} from '../../access/index.ts';
import type { AccessRule } from '../../definitions/access-rule.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters } from '../../errors.ts';
import type { Reads, Select, Writes } from '../../records/index.ts';
import { message } from './messages/message.ts';

type User = RecordOf<typeof user>;

/** The manager of keys: the caller, or their rights as read inside a transaction. */
type Manager = Pick<Actor, 'isSuper' | 'groupIds'>;

/** Seeing, making and revoking keys. */
export const mayManage = {
  level: 'permission',
  permission: { key: 'key.manage', name: message('manageKeys'), module: message('keysTag') },
} as const satisfies AccessRule;

/**
 * The service users whose keys an actor may manage: those whose groups are all the actor's own. Any other key would give the
 * actor more than they hold.
 */
export function manageable(reads: Reads, { isSuper, groupIds }: Manager): (select: Select) => Select {
  const others = reads.query.selectFrom(`${membership.name} as m`).select('m.user_id').where(isLiving('m'));
  const outside = groupIds.length > 0 ? others.where('m.group_id', 'not in', groupIds) : others;
  return (select) => {
    const services = select.where('is_service', '=', true);
    return isSuper ? services : services.where('id', 'not in', outside);
  };
}

/** The service user of a new key. Users whom the actor may not manage are reported as not found. */
export async function getServiceUser(reads: Reads, id: bigint, actor: Manager): Promise<User> {
  const record = await reads.find(user, id);
  if (!record) throw new AppError('userNotFound');
  if (!(actor.isSuper || (record.is_service && (await isManageable(reads, id, actor)))))
    throw new AppError('userNotFound', { reason: message('noOwnServiceUser') });
  if (!record.is_service) throw badParameters({ user_id: message('notServiceUser') });
  if (!record.active) throw new AppError('accountInactive');
  return record;
}

/** A living key and its user. A key that the actor may not manage is reported as not found. */
export async function getKey(
  reads: Reads,
  id: bigint,
  actor: Manager,
): Promise<{ readonly record: ApiKey; readonly owner: User }> {
  const record = await reads.find(apiKey, id);
  const owner = record && (await reads.find(user, record.user_id));
  if (record?.app_id !== null || !owner || !(await isManageable(reads, owner.id, actor)))
    throw new AppError('recordNotFound');
  return { record, owner };
}

async function isManageable(reads: Reads, userId: bigint, actor: Manager): Promise<boolean> {
  if (actor.isSuper) return true;
  const groups = (await groupsOf(reads, [userId])).get(userId) ?? [];
  return groups.every(({ id }) => actor.groupIds.includes(id));
}

/** What the caller holds inside a transaction. A program is never a super administrator. */
export async function lockManager(
  writes: Writes,
  actor: Actor,
): Promise<Manager & Pick<Giver, 'groups' | 'end'>> {
  const { isSuper, end, groups } = await lockGiverById(writes, actor.id, [mayManage.permission.key]);
  return { isSuper: isSuper && !actor.key, groupIds: [...groups.keys()], end, groups };
}

/** Throws if a key would outlast the right of its maker, or the memberships by which they manage its user. */
export async function requireNoLonger(
  reads: Reads,
  userId: bigint,
  { isSuper, end, groups }: Pick<Giver, 'isSuper' | 'end' | 'groups'>,
  expireTime: number | null,
): Promise<void> {
  const never = Number.POSITIVE_INFINITY;
  const held = isSuper ? [] : ((await groupsOf(reads, [userId])).get(userId) ?? []);
  const ends = held.filter(({ id, until }) => (until ?? never) > (groups.get(id) ?? 0));
  const latest = Math.min(end, ...ends.map(({ id }) => groups.get(id) ?? 0));
  if ((expireTime ?? never) > latest) throw badParameters({ expire_time: message('longerThanOwn') });
}
