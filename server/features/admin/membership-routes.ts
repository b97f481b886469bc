import { Type } from '../../../contract/json-schema.ts';
import { isRootUser, joinGroup } from '../../access/accounts/accounts.ts';
import { getUser } from '../../access/accounts/get-user.ts';
import { group } from '../../access/accounts/group.record.ts';
import { membership } from '../../access/accounts/membership.record.ts';
import { isOver, readTerms } from '../../access/accounts/terms.ts';
import { boundsOf, getOwnGroup, requireGivesGroups, requireManaged } from '../../access/delegation/bounds.ts';
import { lockGiver } from '../../access/delegation/giver.ts';
import { manageUsers, orSuper } from '../../access/delegation/permissions.ts';
import { success } from '../../access/success.ts';
import { done } from '../../access/write-result.ts';
import { AppError } from '../../errors.ts';
import { idInPath, parseId } from '../../http/parse-id.ts';
import { type Route, route } from '../../http/route.ts';
import { message } from '../../messages/message.ts';
import * as schemas from './schemas.ts';

const access = orSuper(manageUsers);
const common = { tag: message('administratorsTag'), family: 'cms', access } as const;
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
    const rows = await reads.where(membership, (select) => select.where('user_id', '=', id).orderBy('id'));
    const ids = rows.map(({ group_id }) => group_id);
    const groups = ids.length > 0 ? await reads.where(group, (select) => select.where('id', 'in', ids)) : [];
    const names = new Map(groups.map((row) => [row.id, row.name]));
    return rows.map((row) => ({
      ...row,
      name: names.get(row.group_id) ?? '',
      is_over: isOver(row.until),
    }));
  },
});

const giveMembership = route({
  ...one,
  method: 'PUT',
  summary: message('giveMembership'),
  body: schemas.membershipTerms,
  handle: (door, { params, body }) =>
    door.write(async (writes) => {
      const standing = await lockGiver(door, writes, access);
      const { id, username } = await getUser(writes, parseId(params.id));
      await requireManaged(writes, standing, id);
      const { id: groupId, name } = await getOwnGroup(writes, standing, parseId(params.group, 'group'));
      if (await isRootUser(writes, id)) throw new AppError('rootUserGroupsFixed');
      const terms = readTerms(body, writes.context.now);
      await requireGivesGroups(writes, standing, [groupId], terms.until);
      await joinGroup(writes, id, groupId, terms);
      return done(success.userUpdated, message('membershipGiven', { name: username, group: name }));
    }),
});

const endMembership = route({
  ...one,
  method: 'DELETE',
  summary: message('endMembership'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const standing = await lockGiver(door, writes, access);
      const { id, username } = await getUser(writes, parseId(params.id));
      await requireManaged(writes, standing, id);
      const { id: groupId, name } = await getOwnGroup(writes, standing, parseId(params.group, 'group'));
      if (await isRootUser(writes, id)) throw new AppError('rootUserGroupsFixed');
      const row = await writes.first(membership, (select) =>
        select.where('user_id', '=', id).where('group_id', '=', groupId),
      );
      if (!row) throw new AppError('recordNotFound');
      await writes.remove(membership, row.id);
      return done(success.userUpdated, message('membershipEnded', { name: username, group: name }));
    }),
});

/** Single memberships, which may have an end. */
export const membershipRoutes: readonly Route[] = [listMemberships, giveMembership, endMembership];
