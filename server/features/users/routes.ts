import { Type } from '../../../contract/json-schema.ts';
import { createUser, requireSamePasswords, setCredential } from '../../access/accounts.ts';
import type { Door } from '../../access/door.ts';
import type { Identify } from '../../access/identify.ts';
import { hashPassword } from '../../access/passwords.ts';
import { session } from '../../access/session.record.ts';
import type { Sessions } from '../../access/sessions.ts';
import { checkPassword, signIn } from '../../access/sign-in.ts';
import { byModule, groupsOf, permissionsOfGroups } from '../../access/standing.ts';
import { user } from '../../access/user.record.ts';
import { created, done } from '../../access/written.ts';
import { everyone, login, superAdministrator } from '../../definitions/access-rule.ts';
import type { RowOf } from '../../definitions/row-types.ts';
import { AppError } from '../../errors.ts';
import { bodyId } from '../../http/paging.ts';
import { parseId } from '../../http/parse-id.ts';
import type { Route } from '../../http/route.ts';
import * as schemas from './schemas.ts';

interface UserParts {
  readonly sessions: Sessions;
  readonly identify: Identify;
}

/** Signing in and out, and what users may see and change of themselves. */
export function userRoutes({ sessions, identify }: UserParts): Route[] {
  const common = { tag: '用户', family: 'cms' } as const;
  return [
    {
      ...common,
      method: 'POST',
      path: '/cms/user/login',
      access: everyone,
      summary: '登录',
      body: Type.Object({
        username: Type.String({ minLength: 1, maxLength: 24 }),
        password: Type.String({ minLength: 1, maxLength: 128 }),
      }),
      answer: schemas.tokens,
      handle: (door, { body, from }) =>
        signIn(door, sessions, body as { username: string; password: string }, from),
    },
    {
      ...common,
      method: 'GET',
      path: '/cms/user/refresh',
      access: everyone,
      summary: '用刷新令牌换取新的令牌',
      answer: schemas.tokens,
      handle: async (door, { headers }) => {
        const identified = await identify(headers.authorization, 'refresh', door.admission);
        if (!identified) throw new AppError('authenticationFailed', { reason: 'no token' });
        const written = await door.as(identified.actor).write(async (writes) => {
          const pair = await sessions.refresh(writes, identified.claims);
          return pair ? done(0, '刷新令牌', { ...pair }) : done(0, '会话因刷新令牌被重复使用而结束');
        });
        if (!written.answer)
          throw new AppError('refreshTokenInvalid', { reason: 'a replaced refresh token came back' });
        return written;
      },
    },
    {
      ...common,
      method: 'POST',
      path: '/cms/user/logout',
      access: login,
      summary: '退出登录',
      handle: (door) =>
        door.write(async (writes) => {
          await writes.remove(session, door.actor.sessionId);
          return done(0, '退出登录');
        }),
    },
    {
      ...common,
      method: 'POST',
      path: '/cms/user/register',
      access: superAdministrator,
      summary: '新建用户',
      body: Type.Object({
        username: schemas.username,
        password: schemas.password,
        confirm_password: Type.String({ maxLength: 128 }),
        email: Type.Optional(schemas.email),
        group_ids: Type.Optional(schemas.ids),
        group_id: Type.Optional(bodyId),
      }),
      handle: async (door, { body }) => {
        const credential = await newCredential(body);
        const groupIds = (body.group_ids ?? (body.group_id === undefined ? [] : [body.group_id])) as bigint[];
        return door.write(async (writes) => {
          const account = {
            username: body.username as string,
            email: (body.email as string | null) || null,
            credential,
          };
          return created(11, '新建用户', await createUser(writes, account, groupIds));
        });
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/cms/user/auths',
      access: login,
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
      access: login,
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
      access: login,
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
      path: '/cms/user/change_password',
      access: login,
      summary: '修改自己的密码',
      body: Type.Object({
        old_password: Type.String({ minLength: 1, maxLength: 128 }),
        new_password: schemas.password,
        confirm_password: Type.String({ maxLength: 128 }),
      }),
      handle: async (door, { body }) => {
        requireSamePasswords(body.new_password, body.confirm_password);
        const { id, credential: old } = await self(door);
        // Counted apart from sign-ins, so that nobody else's failures stand in the way.
        const throttled = [{ kind: 'password', key: String(id) }] as const;
        await checkPassword(door, throttled, body.old_password as string, async () => old).catch(
          (error: unknown) => {
            const isWrong = error instanceof AppError && error.key === 'wrongCredentials';
            throw isWrong ? new AppError('wrongPassword', { reason: 'wrong old password' }) : error;
          },
        );
        const credential = await hashPassword(body.new_password as string);
        return door.write(async (writes) => {
          const current = await writes.find(user, id);
          if (current?.credential !== old)
            throw new AppError('wrongPassword', { reason: 'changed meanwhile' });
          await setCredential(writes, id, credential);
          await sessions.endAll(writes, id, door.actor.sessionId);
          return done(4, '修改密码');
        });
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/cms/user/sessions',
      access: login,
      summary: '自己的会话',
      answer: schemas.sessionList,
      handle: async (door) => {
        const { now } = door.admission;
        const rows = await door.reads.where(session, (select) =>
          select
            .where('user_id', '=', door.actor.id)
            .where('expire_time', '>', now)
            .orderBy('id', 'desc')
            .limit(100),
        );
        return rows.map((row) => ({ ...row, current: row.id === door.actor.sessionId }));
      },
    },
    {
      ...common,
      method: 'DELETE',
      path: '/cms/user/sessions/:id',
      access: login,
      summary: '结束自己的一个会话',
      handle: (door, { params }) => {
        const id = parseId(params.id);
        return door.write(async (writes) => {
          const row = await writes.find(session, id);
          if (row?.user_id !== door.actor.id) throw new AppError('sessionNotFound');
          await writes.remove(session, id);
          return done(3, `结束会话 ${id}`);
        });
      },
    },
  ];
}

async function self(door: Door): Promise<RowOf<typeof user>> {
  const row = await door.reads.find(user, door.actor.id);
  if (!row) throw new AppError('tokenInvalid', { reason: 'the user is gone' });
  return row;
}

async function newCredential(body: Readonly<Record<string, unknown>>): Promise<string> {
  requireSamePasswords(body.password, body.confirm_password);
  return hashPassword(body.password as string);
}
