import { Type } from '../../../contract/json-schema.ts';
import { beginImpersonation, done, endImpersonations, success, WriteResult } from '../../access/index.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { bodyId, type Route, route } from '../../http/index.ts';
import { message } from './messages/message.ts';
import type { Users } from './people.ts';

const common = {
  path: '/cms/access/impersonation',
  tag: message('accessTag'),
  access: superAdministrator,
  refusesIdempotencyKeys: true,
} as const;

/** Seeing the server as another user: for minutes, read-only, and every read is logged. */
export function impersonationRoutes({ find, reader }: Users): Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      withEndingRights: 'ends with them',
      summary: message('beginImpersonation'),
      body: Type.Object({ user_id: bodyId }),
      answerFields: {
        access_token: Type.String(),
        expire_time: Type.Integer(),
        username: Type.String(),
      },
      handle: (door, { body: { user_id } }) =>
        door.write(async (writes) => {
          const findUser = async (id: bigint) => (await find([id], reader)).get(id);
          const begun = await beginImpersonation(writes, { viewer: door.actor, userId: user_id }, findUser);
          const { text: access_token, expireTime: expire_time, username } = begun;
          const text = message('impersonationBegun', { username });
          const result = { status: 201, code: success.done, text } as const;
          return new WriteResult(result, { more: { access_token, expire_time, username } });
        }),
    }),
    route({
      ...common,
      method: 'DELETE',
      harmless: 'ends what the own session began',
      summary: message('endImpersonation'),
      handle: (door) =>
        door.write(async (writes) => {
          await endImpersonations(writes, door.actor.sessionId);
          return done(success.done, message('impersonationsEnded'));
        }),
    }),
  ];
}
