import { Type } from '../../../contract/json-schema.ts';
import type { Door } from '../../access/door.ts';
import type { Sessions } from '../../access/sessions.ts';
import { byModule, groupsOf, permissionsOfGroups } from '../../access/standing.ts';
import { user } from '../../access/user.record.ts';
import { done } from '../../access/written.ts';
import { login } from '../../definitions/access-rule.ts';
import { toAvatarPath, toAvatarUrl } from '../../http/avatar.ts';
import type { ToUrl } from '../../http/public-url.ts';
import type { Route } from '../../http/route.ts';
import { changePassword } from './change-password.ts';
import { ownRow } from './own-row.ts';
import * as schemas from './schemas.ts';

const common = { tag: '用户', family: 'cms', access: login } as const;

/** What users see and change of themselves. */
export function selfRoutes(sessions: Sessions, toUrl: ToUrl): Route[] {
  /** The caller's row, as it is shown. */
  const self = async (door: Door) => {
    const row = await ownRow(door);
    return { ...row, avatar: toAvatarUrl(row.avatar, toUrl) };
  };
  return [
    {
      ...common,
      method: 'GET',
      path: '/cms/user/auths',
      summary: '当前用户与其权限',
      answer: schemas.currentUser,
      handle: async (door) => {
        const row = await self(door);
        const { isSuper, groupIds } = door.actor;
        return {
          ...row,
          active: row.active ? 1 : 2,
          admin: isSuper ? 1 : 2,
          email: row.email ?? '',
          group_id: groupIds[0] ?? null,
          auths: byModule(await permissionsOfGroups(door.reads, groupIds, isSuper), 'auth'),
        };
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/cms/user/information',
      summary: '当前用户的资料',
      answer: schemas.information,
      handle: async (door) => {
        const row = await self(door);
        return { ...row, groups: (await groupsOf(door.reads, [row.id])).get(row.id) ?? [] };
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/cms/user/permissions',
      summary: '当前用户的权限',
      answer: schemas.permissions,
      handle: async (door) => {
        const { isSuper, groupIds } = door.actor;
        const held = await permissionsOfGroups(door.reads, groupIds, isSuper);
        return { ...(await self(door)), admin: isSuper, permissions: byModule(held, 'permission') };
      },
    },
    {
      ...common,
      method: 'PUT',
      path: '/cms/user',
      summary: '修改自己的资料；改名后用新名登录',
      body: schemas.ownChanges,
      handle: (door, { body }) => changeOwn(door, body, toUrl),
    },
    {
      ...common,
      method: 'PUT',
      path: '/cms/user/avatar',
      summary: '修改自己的头像',
      body: Type.Object({ avatar: schemas.avatar }),
      handle: (door, { body }) => changeOwn(door, { avatar: body.avatar as string | null }, toUrl),
    },
    {
      ...common,
      method: 'PUT',
      path: '/cms/user/change_password',
      summary: '修改自己的密码',
      body: Type.Object({
        old_password: Type.String({ minLength: 1, maxLength: 128 }),
        new_password: schemas.password,
        confirm_password: Type.String({ maxLength: 128 }),
      }),
      handle: (door, { body }) => changePassword(door, sessions, body as never),
    },
  ];
}

interface OwnChanges {
  readonly username?: string;
  readonly nickname?: string;
  readonly email?: string | null;
  readonly avatar?: string | null;
}

function changeOwn(door: Door, { username, nickname, email, avatar }: OwnChanges, toUrl: ToUrl) {
  return door.write(async (writes) => {
    await writes.update(user, door.actor.id, {
      ...(username !== undefined && { username }),
      ...(nickname !== undefined && { nickname }),
      ...(email !== undefined && { email: email || null }),
      ...(avatar !== undefined && { avatar: toAvatarPath(avatar, toUrl) }),
    });
    return done(6, '更新资料');
  });
}
