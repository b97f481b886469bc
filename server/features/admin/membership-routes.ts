import { Type } from '../../../contract/json-schema.ts';
import {
  boundsOf,
  done,
  type Giver,
  getOwnGroup,
  getUser,
  group,
  isOver,
  isRootUser,
  joinGroup,
  lockGiver,
  manageUsers,
  membership,
  orSuper,
  readValidity,
  requireGivesGroups,
  requireManaged,
  success,
} from '../../access/index.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId, type Route, route } from '../../http/index.ts';
import type { Writes } from '../../records/write/writes.ts';
import { failures } from './failures.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const access = orSuper(manageUsers);
const common = { tag: message('administratorsTag'), access } as const;
const path = '/cms/admin/user/:id/memberships';
const one = {
  ...common,
  refusesPrograms: message('keysGiveNothing'),
  path: `${path}/:group`,
  params: Type.Object({ id: Type.String(), group: Type.String() }),
} as const;

const listMemberships = route({
  ...common,
  method: 'GET',
  path,
  params: idInPath,
  summary: message('listMemberships'),
  answer: schemas.memberships,
  async handle({ reads, actor }, { params }) {
    const { id } = await getUser(reads, parseId(params.id));
    await requireManaged(reads, boundsOf(actor), id);
    const records = await reads.where(membership, (select) => select.where('user_id', '=', id).orderBy('id'));
    const ids = records.map(({ group_id }) => group_id);
    const groups = ids.length > 0 ? await reads.where(group, (select) => select.where('id', 'in', ids)) : [];
    const names = new Map(groups.map((record) => [record.id, record.name]));
    return records.map((record) => ({
      ...record,
      name: names.get(record.group_id) ?? '',
      is_over: isOver(record.until),
    }));
  },
});

const giveMembership = route({
  ...one,
  method: 'PUT',
  withEndingRights: 'gives no longer than they last',
  summary: message('giveMembership'),
  body: schemas.membershipValidity,
  handle: (door, { params, body }) =>
    door.write(async (writes) => {
      const giver = await lockGiver(door, writes, access);
      const { member, group } = await getBoth(writes, giver, params);
      const validity = readValidity(body, writes.context.now);
      await requireGivesGroups(writes, giver, [group.id], validity.until);
      await joinGroup(writes, member.id, group.id, validity);
      return done(
        success.userUpdated,
        message('membershipGiven', { name: member.username, group: group.name }),
      );
    }),
});

const endMembership = route({
  ...one,
  method: 'DELETE',
  withEndingRights: 'gives nothing',
  summary: message('endMembership'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { member, group } = await getBoth(writes, await lockGiver(door, writes, access), params);
      const record = await writes.first(membership, (select) =>
        select.where('user_id', '=', member.id).where('group_id', '=', group.id),
      );
      if (!record) throw new AppError('recordNotFound');
      await writes.remove(membership, record.id);
      return done(
        success.userUpdated,
        message('membershipEnded', { name: member.username, group: group.name }),
      );
    }),
});

/** The user and the group of a membership that the giver may change. Throws otherwise. */
async function getBoth(writes: Writes, giver: Giver, params: { id: string; group: string }) {
  const member = await getUser(writes, parseId(params.id));
  await requireManaged(writes, giver, member.id);
  const ownGroup = await getOwnGroup(writes, giver, parseId(params.group, 'group'));
  if (await isRootUser(writes, member.id)) throw new AppError(failures.rootUserGroupsFixed);
  return { member, group: ownGroup };
}

/** Single memberships, which may have an end. */
export const membershipRoutes: readonly Route[] = [listMemberships, giveMembership, endMembership];
