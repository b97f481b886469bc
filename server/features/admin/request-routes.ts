import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import {
  beyond,
  created,
  type Door,
  done,
  givePermissions,
  group,
  type InWordsOf,
  isOver,
  isRootUser,
  joinGroup,
  lockGiverById,
  manageUsers,
  orSuper,
  readValidity,
  requireJoinable,
  requireOwnHand,
  success,
  user,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError, badParameters, isRefusal } from '../../errors.ts';
import { bodyId, idInPath, newRecord, parseId, type Route, route } from '../../http/index.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { accessRequest, REQUEST_STATES } from './access-request.collection.ts';
import { type AccessRequest, describe, permissionsOf, requireGivable, ruleFor } from './access-requests.ts';
import { failures } from './failures.ts';
import { addGrants } from './grants.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = {
  tag: message('administratorsTag'),
  access: orSuper(manageUsers, givePermissions),
  path: '/cms/admin/request',
} as const;
const one = {
  ...common,
  path: `${common.path}/:id`,
  params: idInPath,
  refusesPrograms: message('keysGiveNothing'),
} as const;
const MOST_WAITING = 100;

const body = Type.Object(
  {
    user_id: Type.Optional(bodyId),
    group_id: bodyId,
    permission_ids: Type.Optional(schemas.ids),
    ...schemas.validity,
    reason: Type.String({ minLength: 1, maxLength: 255, about: message('givenBecause') }),
  },
  { additionalProperties: false },
);

const named = Type.Object({ id: Type.Id(), name: Type.String() });
const person = Type.Object({ id: Type.Id(), username: Type.String() });
const shownRequest = Type.Object({
  id: Type.Id(),
  state: Type.String({ enum: REQUEST_STATES }),
  user: Type.Nullable(person),
  group: named,
  permissions: Type.Array(named),
  until: Type.Nullable(Type.Integer({ about: message('givenUntil') })),
  reason: Type.String(),
  asked_by: person,
  own: Type.Boolean(),
  create_time: Type.Integer(),
  shown: Type.String({ about: message('requestShown') }),
});

const ask = route({
  ...common,
  method: 'POST',
  harmless: 'gives nothing before somebody else approves it, who proves freshly who they are',
  refusesPrograms: message('keysGiveNothing'),
  summary: message('askForApproval'),
  body,
  answerFields: newRecord,
  handle: (door, input) =>
    door.write(async (writes) => {
      const request = readRequest(input.body, writes.context.now);
      await requireMayGive(writes, door, request);
      if (request.user_id !== null) await requireJoinable(writes, [request.group_id]);
      const { group } = await describe(writes, request);
      const waiting = await writes.count(accessRequest, (select) =>
        select.where('state', '=', 'waiting').where('create_user_id', '=', door.actor.id),
      );
      if (waiting >= MOST_WAITING)
        throw badParameters({ '': message('tooManyWaiting', { max: MOST_WAITING }) });
      const id = await writes.create(accessRequest, request);
      return created(success.done, message('approvalAsked', { group: group.name }), id);
    }),
});

function listRoute(inWords: InWordsOf): Route {
  return route({
    ...common,
    method: 'GET',
    summary: message('listAccessRequests'),
    answer: Type.Array(shownRequest),
    isTranslated: true,
    namesPermissions: 'onApi',
    async handle({ reads, actor }, { language }) {
      const records = await reads.where(accessRequest, (select) => {
        const waiting = select.where('state', '=', 'waiting').orderBy('id').limit(200);
        return actor.isSuper ? waiting : waiting.where('group_id', 'in', [0n, ...actor.groupIds]);
      });
      const mine = records.filter(
        (record) => actor.isSuper || actor.permissions.has(ruleFor(record).permission.key),
      );
      return Promise.all(
        mine.map(async (record) => {
          const described = await describe(reads, record);
          return {
            ...record,
            ...described,
            permissions: inWords(described.permissions, language()),
            asked_by: await askerOf(reads, record),
            own: record.create_user_id === actor.id,
          };
        }),
      );
    },
  });
}

const approve = route({
  ...one,
  method: 'PUT',
  withEndingRights: 'gives no longer than they last',
  needsProof: 'withSecondFactor',
  summary: message('approveRequest'),
  body: Type.Object({ shown: Type.String({ maxLength: 50, about: message('requestShown') }) }),
  handle: (door, { params, body: { shown } }) =>
    door.write(async (writes) => {
      const record = await getWaiting(writes, door, parseId(params.id));
      if (record.create_user_id === door.actor.id) throw new AppError('ownRequest');
      await requireOwnHand(writes, door.actor.id, record.create_user_id);
      await requireMayGive(writes, door, record);
      await requireRequesterMayGive(writes, record);
      if (isOver(record.until, writes.context.now)) throw badParameters({ until: message('notInFuture') });
      const described = await describe(writes, record);
      if (described.shown !== shown) throw new AppError('changedMeanwhile');
      await give(writes, record);
      await decide(writes, record.id, 'approved');
      const { username } = await askerOf(writes, record);
      const { name } = described.group;
      return done(success.done, message('requestApproved', { group: name, name: username, id: record.id }));
    }),
});

const refuse = route({
  ...one,
  method: 'DELETE',
  harmless: 'gives nothing, and can be asked for again',
  summary: message('refuseRequest'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const record = await getWaiting(writes, door, parseId(params.id));
      const isOwn = record.create_user_id === door.actor.id;
      if (!isOwn) await requireMayRefuse(writes, door, record);
      await decide(writes, record.id, isOwn ? 'withdrawn' : 'refused');
      const names = { id: record.id, group: await groupOf(writes, record) };
      if (isOwn) return done(success.deleted, message('requestWithdrawn', names));
      const { username } = await askerOf(writes, record);
      return done(success.deleted, message('requestRefused', { ...names, name: username }));
    }),
});

/** Memberships and grants that a second person approves. */
export function requestRoutes(inWords: InWordsOf): Route[] {
  return [ask, listRoute(inWords), approve, refuse];
}

function readRequest(
  { user_id, group_id, permission_ids, ...given }: TypeOf<typeof body>,
  now: number,
): AccessRequest {
  if ((user_id === undefined) === (permission_ids === undefined || permission_ids.length === 0))
    throw badParameters({ user_id: message('userOrPermissions') });
  return {
    user_id: user_id ?? null,
    group_id,
    permission_ids: permission_ids?.map(String) ?? null,
    ...readValidity(given, now),
  };
}

/** Throws unless the caller could give it without approval. */
async function requireMayGive(writes: Writes, { actor }: Door, request: AccessRequest): Promise<void> {
  const giver = await lockGiverById(writes, actor.id, [ruleFor(request).permission.key]);
  await requireGivable(writes, giver, request);
}

/** As `requireMayGive`; but super administrators also refuse what nobody can give any more. */
async function requireMayRefuse(writes: Writes, { actor }: Door, request: AccessRequest): Promise<void> {
  const giver = await lockGiverById(writes, actor.id, [ruleFor(request).permission.key]);
  if (!giver.isSuper) await requireGivable(writes, giver, request);
}

/** Throws unless the requester could still give it without approval. */
async function requireRequesterMayGive(
  writes: Writes,
  request: RecordOf<typeof accessRequest>,
): Promise<void> {
  try {
    const giver = await lockGiverById(writes, request.create_user_id, [ruleFor(request).permission.key]);
    await requireGivable(writes, giver, request);
  } catch (error) {
    if (isRefusal(error)) throw beyond(message('requesterLostRight'));
    throw error;
  }
}

async function give(writes: Writes, request: AccessRequest): Promise<void> {
  const { user_id, group_id, until, reason } = request;
  if (user_id === null) {
    await addGrants(writes, group_id, await permissionsOf(writes, request), { until, reason });
    return;
  }
  if (await isRootUser(writes, user_id)) throw new AppError(failures.rootUserGroupsFixed);
  await joinGroup(writes, user_id, group_id, { until, reason });
}

function decide(writes: Writes, id: bigint, state: (typeof REQUEST_STATES)[number]): Promise<unknown> {
  const { actor, now } = writes.context;
  return writes.update(accessRequest, id, { state, decide_user_id: actor.id, decide_time: now });
}

/** A request that waits. Throws if it concerns a group that the caller is not in, as if there were none. */
async function getWaiting(
  writes: Writes,
  { actor }: Door,
  id: bigint,
): Promise<RecordOf<typeof accessRequest>> {
  const record = await writes.find(accessRequest, id); // locked: of two who decide at once, one does
  const isSeen =
    actor.isSuper || record?.create_user_id === actor.id || actor.groupIds.includes(record?.group_id ?? 0n);
  if (record?.state !== 'waiting' || !isSeen) throw new AppError('recordNotFound');
  return record;
}

/** What the group of a request is called. It may be gone. */
async function groupOf(reads: Reads, { group_id: id }: AccessRequest): Promise<string> {
  return (await reads.find(group, id))?.name ?? String(id);
}

async function askerOf(reads: Reads, { create_user_id: id }: { readonly create_user_id: bigint }) {
  return { id, username: (await reads.find(user, id))?.username ?? String(id) };
}
