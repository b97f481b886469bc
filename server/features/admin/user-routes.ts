import { Type } from '../../../contract/json-schema.ts';
import { isRootUser, joinGroups, requireSamePasswords, setCredential } from '../../access/accounts.ts';
import { group, LEVEL } from '../../access/group.record.ts';
import { membership } from '../../access/membership.record.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Sessions } from '../../access/sessions.ts';
import { groupsOf } from '../../access/standing.ts';
import { user } from '../../access/user.record.ts';
import { done } from '../../access/written.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { toAvatarUrl } from '../../http/avatar.ts';
import { linQuery, toLinPage } from '../../http/lin-paging.ts';
import { parseId } from '../../http/parse-id.ts';
import type { ToUrl } from '../../http/public-url.ts';
import type { Input, Route } from '../../http/route.ts';
import type { Reads } from '../../records/reads.ts';
import type { Writes } from '../../records/writes.ts';
import * as schemas from './schemas.ts';

const common = { tag: '管理员', family: 'cms', access: superAdministrator } as const;
const one = { ...common, params: schemas.idParams } as const;

/** What super administrators do with users. */
export function adminUserRoutes(sessions: Sessions, toUrl: ToUrl): Route[] {
  return [
    {
      ...common,
      method: 'GET',
      path: '/cms/admin/users',
      summary: '用户列表',
      query: Type.Object({ ...linQuery, group_id: Type.Optional(Type.Integer({ minimum: 1 })) }),
      answer: schemas.userPage,
      handle: (door, { query }) => listUsers(door.longReads, query, toUrl),
    },
    {
      ...one,
      method: 'PUT',
      path: '/cms/admin/user/:id',
      summary: '修改用户的分组与邮箱',
      body: Type.Object({
        group_ids: Type.Optional(schemas.ids),
        email: Type.Optional(Type.Nullable(Type.String({ maxLength: 100 }))),
      }),
      handle: (door, input) =>
        door.write(async (writes) => {
          const { id } = await getUser(writes, input);
          const { group_ids: groupIds, email } = input.body as {
            group_ids?: bigint[];
            email?: string | null;
          };
          if (email !== undefined) await writes.update(user, id, { email: email || null });
          if (groupIds !== undefined) {
            if (await isRootUser(writes, id)) throw new AppError('rootUserGroupsFixed');
            await joinGroups(writes, id, groupIds);
          }
          return done(6, `更新用户 ${id}`);
        }),
    },
    {
      ...one,
      method: 'PUT',
      path: '/cms/admin/user/:id/password',
      summary: '重设用户的密码',
      body: Type.Object({
        new_password: Type.String({ minLength: 6, maxLength: 128, pattern: '^[^\\p{C}]*$' }),
        confirm_password: Type.String({ maxLength: 128 }),
      }),
      handle: async (door, input) => {
        requireSamePasswords(input.body.new_password, input.body.confirm_password);
        const credential = await hashPassword(input.body.new_password as string);
        return door.write(async (writes) => {
          const { id } = await getUser(writes, input);
          await setCredential(writes, id, credential);
          await sessions.endAll(writes, id, id === door.actor.id ? door.actor.sessionId : undefined);
          return done(4, `重设用户 ${id} 的密码`);
        });
      },
    },
    {
      ...one,
      method: 'DELETE',
      path: '/cms/admin/user/:id',
      summary: '删除用户',
      handle: (door, input) =>
        door.write(async (writes) => {
          const { id } = await getUser(writes, input);
          if (await isRootUser(writes, id)) throw new AppError('rootUserKept');
          await sessions.endAll(writes, id);
          const memberships = await writes.where(membership, (select) => select.where('user_id', '=', id));
          for (const row of memberships) await writes.remove(membership, row.id);
          await writes.remove(user, id);
          return done(5, `删除用户 ${id}`);
        }),
    },
    setActive(sessions, '/cms/admin/user/:id/activation', 'PUT', true),
    setActive(sessions, '/cms/admin/user/:id/activation', 'DELETE', false),
    setActive(sessions, '/cms/admin/active/:id', 'PUT', true),
    setActive(sessions, '/cms/admin/disable/:id', 'PUT', false),
  ];
}

function setActive(sessions: Sessions, path: string, method: 'PUT' | 'DELETE', active: boolean): Route {
  const what = active ? '启用用户' : '停用用户';
  return {
    ...one,
    method,
    path,
    summary: what,
    handle: (door, input) =>
      door.write(async (writes) => {
        const { id } = await getUser(writes, input);
        if (!active && (await isRootUser(writes, id))) throw new AppError('rootUserActive');
        await writes.update(user, id, { active });
        if (!active) await sessions.endAll(writes, id);
        return done(6, `${what} ${id}`);
      }),
  };
}

/** Super administrators are left out, as the family's clients expect. */
async function listUsers(reads: Reads, query: Input['query'], toUrl: ToUrl) {
  const { page, count } = toLinPage(query);
  const supers = reads.query
    .selectFrom(`${membership.name} as m`)
    .innerJoin(`${group.name} as g`, 'g.id', 'm.group_id')
    .select('m.user_id')
    .where('g.level', '=', LEVEL.root);
  const members = reads.query.selectFrom(membership.name).select('user_id');
  type Select = Parameters<Parameters<Reads['where']>[1]>[0];
  const wanted = (select: Select) => {
    const common = select.where('id', 'not in', supers as never);
    const { group_id: groupId } = query;
    return groupId === undefined
      ? common
      : common.where('id', 'in', members.where('group_id', '=', groupId) as never);
  };
  const rows = await reads.where(user, (select) =>
    wanted(select)
      .orderBy('id')
      .limit(count)
      .offset(page * count),
  );
  const groups = await groupsOf(
    reads,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => {
    const held = groups.get(row.id) ?? [];
    return {
      ...row,
      avatar: toAvatarUrl(row.avatar, toUrl),
      active: row.active ? 1 : 2,
      admin: 2,
      groups: held,
      group_id: held[0]?.id ?? null,
      group_name: held[0]?.name ?? null,
    };
  });
  return toLinPage(query, items, await reads.count(user, wanted));
}

async function getUser(writes: Writes, { params }: Input): Promise<RowOf<typeof user>> {
  const row = await writes.find(user, parseId(params.id));
  if (!row) throw new AppError('userNotFound');
  return row;
}
