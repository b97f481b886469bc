import { Type } from '../../../contract/json-schema.ts';
import {
  boundsOf,
  done,
  endAll,
  getUser,
  lockGiver,
  manageSessions,
  orSuper,
  requireManaged,
  session,
  success,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { idInPath, parseId } from '../parse-id.ts';
import { type Route, route } from '../route.ts';
import { liveSessions } from './live-sessions.ts';
import { sessionList } from './schemas.ts';

const access = orSuper(manageSessions);
const common = { tag: message('administratorsTag'), access } as const;
const path = '/cms/admin/user/:id/sessions';

const showSessions = route({
  ...common,
  method: 'GET',
  path,
  params: idInPath,
  summary: message('listUserSessions'),
  answer: sessionList,
  async handle(door, { params }) {
    const { id } = await getUser(door.reads, parseId(params.id));
    await requireManaged(door.reads, boundsOf(door.actor), id);
    return liveSessions(door, id);
  },
});

const endSession = route({
  ...common,
  method: 'DELETE',
  withEndingRights: 'gives nothing',
  refusesPrograms: message('keysGiveNothing'),
  path: `${path}/:session`,
  params: Type.Object({ id: Type.String(), session: Type.String() }),
  summary: message('endUserSession'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      const { id: owner, username } = await getUser(writes, parseId(params.id));
      await requireManaged(writes, giver, owner);
      const id = parseId(params.session);
      const record = await writes.find(session, id);
      if (record?.user_id !== owner) throw new AppError('sessionNotFound');
      await writes.erase(session, [id]);
      return done(success.deleted, message('userSessionEnded', { name: username, id }));
    }),
});

const endSessions = route({
  ...common,
  method: 'DELETE',
  withEndingRights: 'gives nothing',
  refusesPrograms: message('keysGiveNothing'),
  path,
  params: idInPath,
  summary: message('endUserSessions'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      const { id, username } = await getUser(writes, parseId(params.id));
      await requireManaged(writes, giver, id);
      const count = await endAll(writes, id, door.actor.sessionId);
      return done(success.deleted, message('userSessionsEnded', { name: username, count }));
    }),
});

/** What administrators do with the sessions of others. */
export const othersSessionRoutes: readonly Route[] = [showSessions, endSession, endSessions];
