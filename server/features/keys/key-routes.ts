import { Type, type TypeOf } from '../../../contract/json-schema.ts';
import {
  type Actor,
  apiKey,
  done,
  type KeyLimits,
  LIMIT_FIELDS,
  limitsOf,
  type MadeKey,
  makeKey,
  requireSoundLimits,
  rotateKey,
  success,
  user,
  WriteResult,
  widerThan,
} from '../../access/index.ts';
import { badParameters } from '../../errors.ts';
import {
  bodyId,
  idInPath,
  linQuery,
  parseId,
  type Route,
  readLinPage,
  route,
  toLinPage,
} from '../../http/index.ts';
import type { Text } from '../../messages/message.ts';
import type { Select, Writes } from '../../records/index.ts';
import { getKey, getServiceUser, lockManager, manageable, mayManage, requireNoLonger } from './manageable.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = { tag: message('keysTag'), path: '/cms/key', access: mayManage } as const;
const one = { ...common, path: '/cms/key/:id', params: idInPath } as const;
const DEFAULT_OVERLAP_S = 86_400;

const listKeys = (mostPerMinute: number) =>
  route({
    ...common,
    method: 'GET',
    summary: message('listKeys'),
    query: linQuery({ user_id: Type.Optional(bodyId) }),
    answer: schemas.keyPage,
    async handle({ longReads, actor }, { query }) {
      const { count, offset } = readLinPage(query);
      const owners = manageable(longReads, actor)(longReads.query.selectFrom(user.name).select('id'));
      const wanted = (select: Select) => {
        const within = select.where('user_id', 'in', owners);
        return query.user_id === undefined ? within : within.where('user_id', '=', query.user_id);
      };
      const records = await longReads.where(apiKey, (select) =>
        wanted(select).orderBy('id', 'desc').limit(count).offset(offset),
      );
      const ids = [...new Set(records.map(({ user_id }) => user_id))];
      const users =
        ids.length > 0 ? await longReads.where(user, (select) => select.where('id', 'in', ids)) : [];
      const byId = new Map(users.map((record) => [record.id, record]));
      const requests_per_minute = mostPerMinute === 0 ? null : mostPerMinute;
      const items = records.map((record) => ({
        ...record,
        requests_per_minute,
        user: byId.get(record.user_id),
      }));
      return toLinPage(query, items, await longReads.count(apiKey, wanted));
    },
  });

const createKey = route({
  ...common,
  method: 'POST',
  withEndingRights: 'makes no key that lasts longer',
  refusesIdempotencyKeys: true,
  needsProof: 'withSecondFactor',
  summary: message('createKey'),
  body: schemas.newKey,
  answerFields: schemas.madeKey,
  handle: (door, { body }) =>
    door.write(async (writes) => {
      const manager = await lockManager(writes, door.actor);
      const { id, username } = await getServiceUser(writes, body.user_id, manager);
      const limits = readLimits(body);
      await requireSoundLimits(writes, limits);
      await requireNoWider(writes, limits, door.actor);
      await requireNoLonger(writes, id, manager, limits.expireTime);
      const made = await makeKey(writes, id, body.name, limits);
      return withKey(made, message('keyCreated', { name: body.name, user: username }));
    }),
});

const replaceKey = route({
  ...one,
  method: 'POST',
  path: '/cms/key/:id/rotation',
  withEndingRights: 'makes no key that lasts longer',
  needsProof: 'withSecondFactor',
  refusesIdempotencyKeys: true,
  summary: message('rotateKey'),
  body: schemas.rotation,
  answerFields: schemas.madeKey,
  handle: (door, { params, body: { overlap = DEFAULT_OVERLAP_S } }) =>
    door.write(async (writes) => {
      const manager = await lockManager(writes, door.actor);
      const { record, owner } = await getKey(writes, parseId(params.id), manager);
      await requireNoWider(writes, limitsOf(record), door.actor);
      const made = await rotateKey(writes, record, overlap * 1000);
      await requireNoLonger(writes, owner.id, manager, made.expireTime);
      return withKey(made, message('keyRotated', { name: record.name, user: owner.username }));
    }),
});

const revokeKey = route({
  ...one,
  method: 'DELETE',
  harmless: 'takes a way in away',
  summary: message('revokeKey'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const manager = await lockManager(writes, door.actor);
      const { record, owner } = await getKey(writes, parseId(params.id), manager);
      await writes.remove(apiKey, record.id);
      return done(success.deleted, message('keyRevoked', { name: record.name, user: owner.username }));
    }),
});

/** API keys of service users, each of which gets so many answers in a minute; 0 for any number. */
export const keyRoutes = (mostPerMinute: number): readonly Route[] => [
  listKeys(mostPerMinute),
  createKey,
  replaceKey,
  revokeKey,
];

function readLimits(body: TypeOf<typeof schemas.newKey>): KeyLimits {
  return {
    permissions: body.permissions ?? null,
    collections: body.collections ?? null,
    readOnly: body.read_only ?? false,
    managesAccounts: body.manages_accounts ?? false,
    networks: body.networks ?? null,
    expireTime: body.expire_time ?? null,
  };
}

/** A key makes no key that may more than itself. */
async function requireNoWider(writes: Writes, limits: KeyLimits, { key }: Actor): Promise<void> {
  const maker = key && (await writes.find(apiKey, key.id));
  const wider = maker ? widerThan(limits, limitsOf(maker)) : [];
  if (wider.length === 0) return;
  throw badParameters(
    Object.fromEntries(wider.map((name) => [LIMIT_FIELDS[name], message('widerThanOwnKey')])),
  );
}

function withKey({ id, text: key, expireTime }: MadeKey, text: Text): WriteResult {
  const result = { status: 201, code: success.done, text } as const;
  return new WriteResult(result, { id, more: { key, expire_time: expireTime } });
}
