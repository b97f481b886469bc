import type { Shape } from '../../../contract/column.ts';
import type { Reads } from '../../records/store/reads.ts';
import { grant } from './grant.collection.ts';
import { group } from './group.collection.ts';
import { membership } from './membership.collection.ts';
import { permission } from './permission.collection.ts';
import { isLiving } from './validity.ts';

/** A group as lists show it. */
export interface GroupSummary {
  readonly id: bigint;
  readonly name: string;
  readonly info: string;
  readonly level: number;
  /** When the membership ends; null for never. */
  readonly until: number | null;
}

const groupShape: Shape = {
  user_id: { type: 'bigint' },
  id: { type: 'bigint' },
  name: { type: 'text' },
  info: { type: 'text' },
  level: { type: 'integer' },
  until: { type: 'time' },
};

/** The groups of many users in one query, in the order in which they were joined, without memberships that are over. */
export async function groupsOf(
  reads: Reads,
  userIds: readonly bigint[],
): Promise<Map<bigint, GroupSummary[]>> {
  if (userIds.length === 0) return new Map();
  const records = await reads.records<GroupSummary & { user_id: bigint }>(
    reads.query
      .selectFrom(`${membership.name} as m`)
      .innerJoin(`${group.name} as g`, 'g.id', 'm.group_id')
      .select(['m.user_id', 'g.id', 'g.name', 'g.info', 'g.level', 'm.until'])
      .where('m.user_id', 'in', userIds)
      .where(isLiving('m'))
      .orderBy('m.id'),
    groupShape,
  );
  return Map.groupBy(records, ({ user_id }) => user_id);
}

/** How many users each of these groups has now; groups without any are left out. */
export async function membersByGroup(
  reads: Reads,
  groupIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  if (groupIds.length === 0) return new Map();
  const counted = await reads.records<{ group_id: bigint; total: number }>(
    reads.query
      .selectFrom(`${membership.name} as m`)
      .select((e) => ['m.group_id', e.fn.countAll().as('total')])
      .where('m.group_id', 'in', groupIds)
      .where(isLiving('m'))
      .groupBy('m.group_id'),
    { group_id: { type: 'bigint' }, total: { type: 'integer' } },
  );
  return new Map(counted.map(({ group_id, total }) => [group_id, total]));
}

/** The mounted permissions that are granted to groups; all mounted ones for a super administrator. */
export async function permissionsOfGroups(
  reads: Reads,
  groupIds: readonly bigint[],
  isSuper: boolean,
): Promise<GrantedPermission[]> {
  if (isSuper)
    return reads.where(permission, (select) =>
      select.where('mount', '=', true).orderBy('module').orderBy('id'),
    );
  const granted = await grantedTo(reads, groupIds);
  return [...new Map(granted.map((record) => [record.id, record])).values()];
}

/** The mounted permissions that are granted to each of many groups, in one query. */
export async function permissionsByGroup(
  reads: Reads,
  groupIds: readonly bigint[],
): Promise<Map<bigint, GrantedPermission[]>> {
  return Map.groupBy(await grantedTo(reads, groupIds), ({ group_id }) => group_id);
}

/** A stored permission, with labels in the server's own language. */
export interface GrantedPermission {
  readonly id: bigint;
  readonly key: string;
  readonly name: string;
  readonly module: string;
  /** When the grant ends; null for never, absent where none is needed. */
  readonly until?: number | null;
}

const grantedShape: Shape = {
  group_id: { type: 'bigint' },
  id: { type: 'bigint' },
  key: { type: 'text' },
  name: { type: 'text' },
  module: { type: 'text' },
  until: { type: 'time' },
};

async function grantedTo(reads: Reads, groupIds: readonly bigint[]) {
  if (groupIds.length === 0) return [];
  return reads.records<GrantedPermission & { group_id: bigint }>(
    reads.query
      .selectFrom(`${permission.name} as p`)
      .innerJoin(`${grant.name} as r`, 'r.permission_id', 'p.id')
      .select(['r.group_id', 'p.id', 'p.key', 'p.name', 'p.module', 'r.until'])
      .where('p.mount', '=', true)
      .where(isLiving('r'))
      .where('r.group_id', 'in', groupIds)
      .orderBy('p.module')
      .orderBy('p.id'),
    grantedShape,
  );
}

/** The Lin CMS form, one object per module: `[{ Book: [{ [word]: Delete books, module: Book }] }]`. */
export function byModule(
  permissions: readonly Pick<GrantedPermission, 'name' | 'module'>[],
  word: 'auth' | 'permission',
): Record<string, unknown[]>[] {
  const modules = Map.groupBy(permissions, ({ module }) => module);
  return [...modules].map(([module, held]) => ({
    [module]: held.map(({ name }) => ({ [word]: name, module })),
  }));
}
