import { Type } from '../../../contract/json-schema.ts';
import type { Identify } from '../../access/identify.ts';
import { session } from '../../access/session.record.ts';
import type { Sessions } from '../../access/sessions.ts';
import { signIn } from '../../access/sign-in.ts';
import { done } from '../../access/written.ts';
import { everyone, login } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { parseId } from '../../http/parse-id.ts';
import type { Route } from '../../http/route.ts';
import type { Captchas } from './captchas.ts';
import * as schemas from './schemas.ts';

interface SessionParts {
  /** Asked for at every sign-in, if there are any. */
  readonly captchas: Captchas | undefined;
  readonly sessions: Sessions;
  readonly identify: Identify;
}

const common = { tag: '用户', family: 'cms' } as const;

/** Signing in and out, and the sessions that come of it. */
export function sessionRoutes({ captchas, sessions, identify }: SessionParts): Route[] {
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
        captcha: Type.Optional({ description: '启用验证码时必填；其 tag 在同名请求头中' }),
      }),
      answer: schemas.tokens,
      handle: async (door, { body, headers, from }) => {
        await captchas?.require(door, headers.tag, body.captcha);
        return signIn(door, sessions, body as { username: string; password: string }, from);
      },
    },
    {
      ...common,
      method: 'POST',
      path: '/cms/user/captcha',
      access: everyone,
      summary: '登录验证码；未启用时皆为 null',
      answer: schemas.captcha,
      handle: async (door, { from }) =>
        (await captchas?.issue(door.admission.now, from.address)) ?? { tag: null, image: null },
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
