import { Type } from '../../../contract/json-schema.ts';
import {
  type Actor,
  type Door,
  decide,
  done,
  fieldsOfPresent,
  knowsUsers,
  othersPresent,
  type Presences,
  requireAllowed,
  success,
} from '../../access/index.ts';
import { isForAll, login } from '../../definitions/access-rule.ts';
import { badParameters } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import type { PlacedRecord } from '../parse-id.ts';
import { type Route, route } from '../route.ts';

const present = Type.Object({
  items: Type.Array(
    Type.Object({
      nickname: Type.Nullable(Type.String({ about: message('shownName') })),
      username: Type.Nullable(Type.String({ about: message('usernameIfKnown') })),
      since: Type.Integer(),
      fields: Type.Array(Type.String(), { about: message('fieldsOfPresent') }),
    }),
  ),
});

const whereIs = Type.Object(
  {
    field: Type.Optional(Type.String({ maxLength: 60, about: message('fieldOfPresent') })),
  },
  { additionalProperties: false },
);

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
    query: whereIs,
    answer: present,
    async handle(door, { params, query }) {
      const actor = await requireUser(door);
      const shows = (field: string) => door.admission.rightsOf(actor).shows(definition, field);
      const { field } = query;
      if (field !== undefined && !shows(field)) throw badParameters({ field: message('notAField') });
      const record = { collection, record_id: place.idOf(params) };
      await door.get(definition, record.record_id, { fields: 'id' });
      const { now } = door.admission;
      await presences.enter(actor, record, { now, field });
      const others = await othersPresent(door.reads, actor, record, now);
      const isNamed = knowsUsers(actor, access.history);
      const ids = others.map(({ id }) => id);
      const fieldsOf = await fieldsOfPresent(door.reads, ids, record, now);
      const items = others.map(({ id, nickname, username, since }) => ({
        nickname: nickname || null,
        username: isNamed ? username : null,
        since,
        fields: fieldsOf(id).filter(shows),
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
