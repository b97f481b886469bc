import { Type } from '../../../contract/json-schema.ts';
import { isRootUser, joinGroups, requireSamePasswords, setCredential } from '../../access/accounts.ts';
import { membership } from '../../access/membership.record.ts';
import { hashPassword } from '../../access/passwords.ts';
import type { Sessions } from '../../access/sessions.ts';
import { user } from '../../access/user.record.ts';
import { done } from '../../access/written.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { linQuery } from '../../http/lin-paging.ts';
import { bodyId } from '../../http/paging.ts';
import { parseId } from '../../http/parse-id.ts';
import type { ToUrl } from '../../http/public-url.ts';
import type { Input, Route } from '../../http/route.ts';
import type { Writes } from '../../records/writes.ts';
import { listUsers } from './list-users.ts';
import { atOlderPaths } from './older-paths.ts';
import * as schemas from './schemas.ts';

const common = { tag: '管理员', family: 'cms', access: superAdministrator } as const;
const one = { ...common, params: schemas.idParams } as const;

/** What super administrators do with users. */
export function adminUserRoutes(sessions: Sessions, toUrl: ToUrl): Route[] {
  const routes: Route[] = [
    {
      ...common,
      method: 'GET',
      path: '/cms/admin/users',
      summary: '用户列表',
      query: linQuery({ group_id: Type.Optional(bodyId) }),
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
        group_id: Type.Optional(bodyId),
        email: Type.Optional(Type.Nullable(Type.String({ maxLength: 100 }))),
      }),
      handle: (door, input) =>
        door.write(async (writes) => {
          const { id } = await getUser(writes, input);
          const { group_id, email, ...body } = input.body as {
            group_ids?: bigint[];
            group_id?: bigint;
            email?: string | null;
          };
          const groupIds = body.group_ids ?? (group_id === undefined ? undefined : [group_id]);
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
    setActive(sessions, 'PUT', true),
    setActive(sessions, 'DELETE', false),
  ];
  return [...routes, ...atOlderPaths(routes)];
}

function setActive(sessions: Sessions, method: 'PUT' | 'DELETE', active: boolean): Route {
  const what = active ? '启用用户' : '停用用户';
  return {
    ...one,
    method,
    path: '/cms/admin/user/:id/activation',
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

async function getUser(writes: Writes, { params }: Input): Promise<RowOf<typeof user>> {
  const row = await writes.find(user, parseId(params.id));
  if (!row) throw new AppError('userNotFound');
  return row;
}
