import { Type } from '../../../contract/json-schema.ts';
import { getUser } from '../../access/accounts/get-user.ts';
import { session } from '../../access/sign-in/session.record.ts';
import { success } from '../../access/success.ts';
import { done } from '../../access/write-result.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { parseId } from '../../http/parse-id.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import { liveSessions } from './live-sessions.ts';
import { sessionList } from './schemas.ts';

const common = { tag: message('administratorsTag'), family: 'cms', access: superAdministrator } as const;
const path = '/cms/admin/user/:id/sessions';

const showSessions = route({
  ...common,
  method: 'GET',
  path,
  params: Type.Object({ id: Type.String() }),
  summary: message('listUserSessions'),
  answer: sessionList,
  async handle(door, { params }) {
    const { id } = await getUser(door.reads, parseId(params.id));
    return liveSessions(door, id);
  },
});

const endSession = route({
  ...common,
  method: 'DELETE',
  path: `${path}/:session`,
  params: Type.Object({ id: Type.String(), session: Type.String() }),
  summary: message('endUserSession'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id: owner, username } = await getUser(writes, parseId(params.id));
      const id = parseId(params.session);
      const row = await writes.find(session, id);
      if (row?.user_id !== owner) throw new AppError('sessionNotFound');
      await writes.erase(session, [id]);
      return done(success.deleted, message('userSessionEnded', { name: username, id }));
    }),
});

/** What super administrators do with the sessions of others. */
export const othersSessionRoutes: readonly Route[] = [showSessions, endSession];
