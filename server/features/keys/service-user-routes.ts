import {
  apiKey,
  created,
  createServiceUser,
  groupsOf,
  lockGiver,
  orGuests,
  orSuper,
  permissionsByGroup,
  requireGivesGroups,
  success,
  user,
} from '../../access/index.ts';
import { linQuery, newRecord, type Route, readLinPage, route, toLinPage } from '../../http/index.ts';
import type { Reads } from '../../records/store/reads.ts';
import { manageable, mayManage } from './manageable.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = { tag: message('keysTag'), path: '/cms/service-user' } as const;

const listServiceUsers = route({
  ...common,
  method: 'GET',
  access: mayManage,
  summary: message('listServiceUsers'),
  query: linQuery({}),
  answer: schemas.serviceUserPage,
  async handle({ longReads, actor }, { query }) {
    const { count, offset } = readLinPage(query);
    const wanted = manageable(longReads, actor);
    const records = await longReads.where(user, (select) =>
      wanted(select).orderBy('id').limit(count).offset(offset),
    );
    const ids = records.map(({ id }) => id);
    const [groups, keys] = await Promise.all([groupsOf(longReads, ids), keysOf(longReads, ids)]);
    const all = new Set([...groups.values()].flat().map(({ id }) => id));
    const granted = await permissionsByGroup(longReads, [...all]);
    const items = records.map((record) => {
      const own = groups.get(record.id) ?? [];
      const permissions = own.flatMap(({ id }) => granted.get(id) ?? []).map(({ key }) => key);
      return {
        ...record,
        groups: own,
        permissions: [...new Set(permissions)],
        keys: keys.get(record.id) ?? 0,
      };
    });
    return toLinPage(query, items, await longReads.count(user, wanted));
  },
});

const access = orSuper(mayManage);

const makeServiceUser = route({
  ...common,
  method: 'POST',
  refusesPrograms: message('keysGiveNothing'),
  access,
  summary: message('createServiceUser'),
  body: schemas.newServiceUser,
  answerFields: newRecord,
  handle: (door, { body: { username, nickname = username, group_ids = [] } }) =>
    door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      await requireGivesGroups(writes, giver, await orGuests(writes, group_ids));
      const id = await createServiceUser(writes, { username, nickname }, group_ids);
      return created(success.userCreated, message('serviceUserCreated', { name: username }), id);
    }),
});

/** Users that are programs. */
export const serviceUserRoutes: readonly Route[] = [listServiceUsers, makeServiceUser];

async function keysOf(reads: Reads, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, number>> {
  if (ids.length === 0) return new Map();
  const counted = await reads.records<{ user_id: bigint; total: number }>(
    reads.query
      .selectFrom(apiKey.name)
      .select((e) => ['user_id', e.fn.countAll().as('total')])
      .where('user_id', 'in', ids)
      .groupBy('user_id'),
    { user_id: { type: 'bigint' }, total: { type: 'integer' } },
  );
  return new Map(counted.map(({ user_id, total }) => [user_id, total]));
}
