import {
  byModule,
  created,
  done,
  givePermissions,
  group,
  groupNamed,
  type InWordsOf,
  isOver,
  LEVEL,
  manageUsers,
  membership,
  orSuper,
  ownGroups,
  permissionsByGroup,
  permissionsOfGroups,
  success,
} from '../../access/index.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import {
  idInPath,
  type LinPageQuery,
  linQuery,
  newRecord,
  parseId,
  type Route,
  readLinPage,
  route,
  toLinPage,
} from '../../http/index.ts';
import type { Reads, Select } from '../../records/index.ts';
import { failures } from './failures.ts';
import { getGroup } from './get-group.ts';
import { addGrants, type Declared, getPermissions, removeAllGrants } from './grants.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = { tag: message('administratorsTag'), access: superAdministrator } as const;
const one = { ...common, path: '/cms/admin/group/:id', params: idInPath } as const;

/** Names of permissions on `/api` in the caller's language. */
const naming = { isTranslated: true, namesPermissions: 'onApi' } as const;

const listGroups = route({
  ...common,
  method: 'GET',
  path: '/cms/admin/group',
  summary: message('listGroups'),
  query: linQuery({}),
  answer: schemas.groupPage,
  async handle(door, { query }) {
    const records = await pageOfGroups(door.reads, query);
    return toLinPage(query, records, await door.reads.count(group));
  },
});

const listOrdinaryGroups = route({
  ...common,
  method: 'GET',
  path: '/cms/admin/group/all',
  summary: message('listOrdinaryGroups'),
  access: orSuper(manageUsers, givePermissions),
  answer: schemas.groupList,
  handle: ({ reads, actor }) =>
    reads.where(group, (select) => ownGroups(actor)(ordinary(select)).orderBy('id')),
});

function listGrantedGroups(inWords: InWordsOf): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/admin/groups',
    summary: message('listGroupsAndPermissions'),
    query: linQuery({}),
    answer: schemas.grantedGroupPage,
    ...naming,
    async handle(door, { query, language }) {
      const records = await pageOfGroups(door.reads, query, ordinary);
      const ids = records.map(({ id }) => id);
      const granted = await permissionsByGroup(door.reads, ids);
      const items = records.map((record) => {
        const held = inWords(granted.get(record.id) ?? [], language());
        return { ...record, auths: byModule(held, 'auth') };
      });
      return toLinPage(query, items, await door.reads.count(group, ordinary));
    },
  });
}

function showGroup(inWords: InWordsOf): Route {
  return route({
    ...one,
    method: 'GET',
    summary: message('groupAndPermissions'),
    answer: schemas.oneGroup,
    ...naming,
    async handle(door, { params, language }) {
      const record = await getGroup(door.reads, parseId(params.id));
      const held = await permissionsOfGroups(door.reads, [record.id], record.level === LEVEL.root);
      const permissions = inWords(held, language());
      return { ...record, permissions, auths: byModule(permissions, 'auth') };
    },
  });
}

function createGroup(declared: Declared): Route {
  return route({
    ...common,
    method: 'POST',
    path: '/cms/admin/group',
    summary: message('createGroup'),
    body: schemas.newGroup,
    answerFields: newRecord,
    handle: (door, { body: { name, info, permission_ids = [], auths = [] } }) =>
      door.write(async (writes) => {
        const given = permission_ids.length + auths.length > 0;
        if (given && door.admission.needsApproval) throw new AppError('approvalNeeded');
        const id = await writes.create(group, { ...groupNamed(name), info: info ?? '' });
        const asked = { declared: declared(), giver: door.actor };
        await addGrants(writes, id, await getPermissions(writes, asked, { ids: permission_ids }));
        await addGrants(writes, id, await getPermissions(writes, asked, { names: auths }));
        return created(success.groupCreated, message('groupCreated', { name }), id, `/cms/admin/group/${id}`);
      }),
  });
}

const changeGroup = route({
  ...one,
  method: 'PUT',
  summary: message('changeGroup'),
  body: schemas.groupChanges,
  handle: (door, { params, body: { name, info } }) =>
    door.write(async (writes) => {
      const { id, name: old } = await getGroup(writes, parseId(params.id));
      await writes.update(group, id, {
        ...(name !== old && groupNamed(name)),
        ...(info !== undefined && { info: info ?? '' }),
      });
      const text =
        name === old ? message('groupChanged', { name }) : message('groupRenamed', { name: old, to: name });
      return done(success.groupUpdated, text);
    }),
});

const deleteGroup = route({
  ...one,
  method: 'DELETE',
  withEndingRights: 'gives nothing',
  needsProof: 'withSecondFactor',
  summary: message('deleteGroup'),
  handle: (door, { params }) =>
    door.write(async (writes) => {
      const { id, name, level } = await getGroup(writes, parseId(params.id));
      if (level === LEVEL.root) throw new AppError(failures.rootGroupKept);
      if (level === LEVEL.guest) throw new AppError(failures.guestGroupKept);
      const records = await writes.where(membership, (select) => select.where('group_id', '=', id));
      const members = records.filter(({ until }) => !isOver(until, writes.context.now)).length;
      if (members > 0)
        throw new AppError(failures.groupHasMembers, { detail: message('memberCount', { count: members }) });
      for (const record of records) await writes.remove(membership, record.id);
      await removeAllGrants(writes, id);
      await writes.remove(group, id);
      return done(success.groupDeleted, message('groupDeleted', { name }));
    }),
});

/** What super administrators do with groups. */
export function groupRoutes(declared: Declared, inWords: InWordsOf): Route[] {
  return [
    listGroups,
    listOrdinaryGroups,
    listGrantedGroups(inWords),
    showGroup(inWords),
    createGroup(declared),
    changeGroup,
    deleteGroup,
  ];
}

function ordinary(select: Select): Select {
  return select.where('level', '<>', LEVEL.root);
}

function pageOfGroups(reads: Reads, query: LinPageQuery, narrow = (select: Select) => select) {
  const { count, offset } = readLinPage(query);
  return reads.where(group, (select) => narrow(select).orderBy('id').limit(count).offset(offset));
}
