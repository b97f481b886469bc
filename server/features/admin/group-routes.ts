import { Type } from '../../../contract/json-schema.ts';
import { grant } from '../../access/grant.record.ts';
import { group, LEVEL } from '../../access/group.record.ts';
import { membership } from '../../access/membership.record.ts';
import { permission } from '../../access/permission.record.ts';
import { byModule, permissionsOfGroups } from '../../access/standing.ts';
import { created, done } from '../../access/written.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { linQuery, toLinPage } from '../../http/lin-paging.ts';
import { parseId } from '../../http/parse-id.ts';
import type { Route } from '../../http/route.ts';
import type { Reads } from '../../records/reads.ts';
import type { Writes } from '../../records/writes.ts';
import * as schemas from './schemas.ts';

const common = { tag: '管理员', family: 'cms', access: superAdministrator } as const;
const one = { ...common, path: '/cms/admin/group/:id', params: schemas.idParams } as const;

/** What super administrators do with groups and what is granted to them. */
export const groupRoutes: Route[] = [
  {
    ...common,
    method: 'GET',
    path: '/cms/admin/group',
    summary: '分组列表',
    query: Type.Object(linQuery),
    answer: schemas.groupPage,
    handle: async (door, { query }) => {
      const { page, count } = toLinPage(query);
      const rows = await door.reads.where(group, (select) =>
        select
          .orderBy('id')
          .limit(count)
          .offset(page * count),
      );
      return toLinPage(query, rows, await door.reads.count(group));
    },
  },
  {
    ...common,
    method: 'GET',
    path: '/cms/admin/group/all',
    summary: '全部分组，超级管理员分组除外',
    answer: schemas.groupList,
    handle: (door) =>
      door.reads.where(group, (select) => select.where('level', '<>', LEVEL.root).orderBy('id')),
  },
  {
    ...one,
    method: 'GET',
    summary: '一个分组与其权限',
    answer: schemas.oneGroup,
    handle: async (door, { params }) => {
      const row = await getGroup(door.reads, parseId(params.id));
      const permissions = await permissionsOfGroups(door.reads, [row.id], row.level === LEVEL.root);
      return { ...row, permissions, auths: byModule(permissions, 'auth') };
    },
  },
  {
    ...common,
    method: 'POST',
    path: '/cms/admin/group',
    summary: '新建分组',
    body: schemas.newGroup,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const {
          name,
          info,
          permission_ids = [],
        } = body as { name: string; info?: string | null; permission_ids?: bigint[] };
        const id = await writes.create(group, { name, info: info ?? '' });
        await addGrants(writes, id, permission_ids);
        return created(15, '新建分组', id, `/cms/admin/group/${id}`);
      }),
  },
  {
    ...one,
    method: 'PUT',
    summary: '修改分组',
    body: schemas.groupChanges,
    handle: (door, { params, body }) =>
      door.write(async (writes) => {
        const { id } = await getGroup(writes, parseId(params.id));
        const { name, info } = body as { name: string; info?: string | null };
        await writes.update(group, id, { name, ...(info !== undefined && { info: info ?? '' }) });
        return done(7, `更新分组 ${id}`);
      }),
  },
  {
    ...one,
    method: 'DELETE',
    summary: '删除分组；仍有用户时拒绝',
    handle: (door, { params }) =>
      door.write(async (writes) => {
        const { id, level } = await getGroup(writes, parseId(params.id));
        if (level === LEVEL.root) throw new AppError('rootGroupKept');
        if (level === LEVEL.guest) throw new AppError('guestGroupKept');
        const members = await writes.count(membership, (select) => select.where('group_id', '=', id));
        if (members > 0) throw new AppError('groupHasMembers', { detail: `${members} 人` });
        const grants = await writes.where(grant, (select) => select.where('group_id', '=', id));
        for (const row of grants) await writes.remove(grant, row.id);
        await writes.remove(group, id);
        return done(8, `删除分组 ${id}`);
      }),
  },
  {
    ...common,
    method: 'POST',
    path: '/cms/admin/permission/dispatch',
    summary: '授予分组一个权限',
    body: schemas.oneGrant,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const { id } = await getGroup(writes, body.group_id as bigint);
        const added = await addGrants(writes, id, [body.permission_id as bigint]);
        if (added === 0) throw new AppError('permissionHeld');
        return done(9, `授予分组 ${id} 权限 ${body.permission_id}`);
      }),
  },
  {
    ...common,
    method: 'POST',
    path: '/cms/admin/permission/dispatch/batch',
    summary: '授予分组多个权限；已有的跳过',
    body: schemas.manyGrants,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const { id } = await getGroup(writes, body.group_id as bigint);
        await addGrants(writes, id, body.permission_ids as bigint[]);
        return done(9, `授予分组 ${id} 权限 ${body.permission_ids}`);
      }),
  },
  {
    ...common,
    method: 'POST',
    path: '/cms/admin/permission/remove',
    summary: '收回分组的多个权限',
    body: schemas.manyGrants,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const { id } = await getGroup(writes, body.group_id as bigint);
        for (const permissionId of new Set(body.permission_ids as bigint[])) {
          await getPermission(writes, permissionId);
          const held = await heldGrant(writes, id, permissionId);
          if (held) await writes.remove(grant, held.id);
        }
        return done(10, `收回分组 ${id} 权限 ${body.permission_ids}`);
      }),
  },
];

async function getGroup(reads: Reads, id: bigint): Promise<RowOf<typeof group>> {
  const row = await reads.find(group, id);
  if (!row) throw new AppError('groupNotFound');
  return row;
}

async function getPermission(reads: Reads, id: bigint): Promise<RowOf<typeof permission>> {
  const row = await reads.find(permission, id);
  if (!row?.mount) throw new AppError('permissionNotFound', { detail: String(id) });
  return row;
}

/** Grants what is not yet held, and answers how many that were. */
async function addGrants(writes: Writes, groupId: bigint, permissionIds: readonly bigint[]): Promise<number> {
  let added = 0;
  for (const permissionId of new Set(permissionIds)) {
    await getPermission(writes, permissionId);
    if (await heldGrant(writes, groupId, permissionId)) continue;
    await writes.create(grant, { group_id: groupId, permission_id: permissionId });
    added += 1;
  }
  return added;
}

function heldGrant(reads: Reads, groupId: bigint, permissionId: bigint) {
  return reads.first(grant, (select) =>
    select.where('group_id', '=', groupId).where('permission_id', '=', permissionId),
  );
}
