import { group, LEVEL } from '../../access/group.record.ts';
import { membership } from '../../access/membership.record.ts';
import { byModule, permissionsByGroup, permissionsOfGroups } from '../../access/standing.ts';
import { created, done } from '../../access/written.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { linQuery, toLinPage } from '../../http/lin-paging.ts';
import { parseId } from '../../http/parse-id.ts';
import type { Input, Route } from '../../http/route.ts';
import type { Reads } from '../../records/reads.ts';
import { getGroup } from './get-group.ts';
import { addGrants, removeAllGrants } from './grants.ts';
import * as schemas from './schemas.ts';

const common = { tag: '管理员', family: 'cms', access: superAdministrator } as const;
const one = { ...common, path: '/cms/admin/group/:id', params: schemas.idParams } as const;

interface NewGroup {
  readonly name: string;
  readonly info?: string | null;
  readonly permission_ids?: readonly bigint[];
  /** Names of permissions, as older clients send them. */
  readonly auths?: readonly string[];
}

/** What super administrators do with groups. */
export const groupRoutes: Route[] = [
  {
    ...common,
    method: 'GET',
    path: '/cms/admin/group',
    summary: '分组列表',
    query: linQuery(),
    answer: schemas.groupPage,
    handle: async (door, { query }) => {
      const rows = await pageOfGroups(door.reads, query);
      return toLinPage(query, rows, await door.reads.count(group));
    },
  },
  {
    ...common,
    method: 'GET',
    path: '/cms/admin/group/all',
    summary: '全部分组，超级管理员分组除外',
    answer: schemas.groupList,
    handle: (door) => door.reads.where(group, (select) => ordinary(select).orderBy('id')),
  },
  {
    ...common,
    method: 'GET',
    path: '/cms/admin/groups',
    summary: '分组与其权限的列表，超级管理员分组除外',
    query: linQuery(),
    answer: schemas.grantedGroupPage,
    handle: async (door, { query }) => {
      const rows = await pageOfGroups(door.reads, query, ordinary);
      const granted = await permissionsByGroup(
        door.reads,
        rows.map(({ id }) => id),
      );
      const items = rows.map((row) => ({ ...row, auths: byModule(granted.get(row.id) ?? [], 'auth') }));
      return toLinPage(query, items, await door.reads.count(group, ordinary));
    },
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
        const { name, info, permission_ids, auths } = body as unknown as NewGroup;
        const id = await writes.create(group, { name, info: info ?? '' });
        await addGrants(writes, id, { ids: permission_ids ?? [] });
        await addGrants(writes, id, { names: auths ?? [] });
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
        await removeAllGrants(writes, id);
        await writes.remove(group, id);
        return done(8, `删除分组 ${id}`);
      }),
  },
];

type Select = Parameters<Parameters<Reads['where']>[1]>[0];

function ordinary(select: Select): Select {
  return select.where('level', '<>', LEVEL.root);
}

function pageOfGroups(reads: Reads, query: Input['query'], narrow = (select: Select) => select) {
  const { page, count } = toLinPage(query);
  return reads.where(group, (select) =>
    narrow(select)
      .orderBy('id')
      .limit(count)
      .offset(page * count),
  );
}
