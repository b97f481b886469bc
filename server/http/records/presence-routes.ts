import { Type } from '../../../contract/json-schema.ts';
import type { Actor } from '../../access/actor.ts';
import { decide, requireAllowed } from '../../access/decide.ts';
import type { Door } from '../../access/door.ts';
import { knowsUsers } from '../../access/known-users.ts';
import { othersPresent, type Presences } from '../../access/presence/presences.ts';
import { success } from '../../access/success.ts';
import { done } from '../../access/write-result.ts';
import { isForAll, login } from '../../definitions/access-rule.ts';
import { message } from '../../messages/message.ts';
import { type Route, route } from '../route.ts';
import type { PlacedRecord } from './record-place.ts';

const present = Type.Object({
  items: Type.Array(
    Type.Object({
      nickname: Type.Nullable(Type.String({ about: message('shownName') })),
      username: Type.Nullable(Type.String({ about: message('usernameIfKnown') })),
      since: Type.Integer(),
    }),
  ),
});

/** Who has a record of a served collection open, for signed-in users who may read it. */
export function presenceRoutes({ definition, place }: PlacedRecord, presences: Presences): Route[] {
  const { access, label, name: collection } = definition;
  const common = {
    tag: label,
    path: `${place.path}/presence`,
    access: isForAll(access.read) ? login : access.read,
    params: place.params,
    refusesIdempotencyKeys: true,
  } as const;
  const enter = route({
    ...common,
    method: 'PUT',
    summary: message('enterRecord', { label }),
    answer: present,
    async handle(door, { params }) {
      const actor = await requireUser(door);
      const record = { collection, record_id: place.idOf(params) };
      await door.get(definition, record.record_id, { fields: 'id' });
      const { now } = door.admission;
      await presences.enter(actor, record, now);
      const others = await othersPresent(door.reads, actor, record, now);
      const isNamed = knowsUsers(actor, access.history);
      const items = others.map(({ nickname, username, since }) => ({
        nickname: nickname || null,
        username: isNamed ? username : null,
        since,
      }));
      return { items };
    },
  });
  const leave = route({
    ...common,
    method: 'DELETE',
    summary: message('leaveRecord', { label }),
    async handle(door, { params }) {
      const actor = await requireUser(door);
      // Works without the record: a user who has just deleted it leaves it too.
      await presences.leave(actor, { collection, record_id: place.idOf(params) });
      return done(success.deleted, message('recordLeft'));
    },
  });
  return [enter, leave];
}

/** The signed-in user. Rules may let strangers read the record, but not see who has it open. */
async function requireUser({ admission }: Door): Promise<Actor> {
  const actor = await admission.identify();
  requireAllowed(decide(actor, login));
  return actor;
}
