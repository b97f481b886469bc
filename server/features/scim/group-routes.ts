import {
  created,
  done,
  grant,
  group,
  groupNamed,
  membership,
  requireOrdinaryGroupName,
  success,
} from '../../access/index.ts';
import { idInPath, type Route, route, type ToUrl } from '../../http/index.ts';
import { type Reads, removeWhere } from '../../records/index.ts';
import { answered, BASE, listed, momentOf, type Resource, readObject, shown, windowOf } from './answers.ts';
import { readFilter } from './filter.ts';
import { changeGroup, readGroup, readGroupPatch, type WantedGroup } from './group-changes.ts';
import { type DirectoryGroup, getGroup, listGroups, membersOf } from './groups.ts';
import { message } from './messages/message.ts';
import { type DirectorySettings, lockReach } from './reach.ts';
import * as schemas from './schemas.ts';

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const path = `${BASE}/Groups`;
const one = { ...schemas.common, path: `${path}/:id`, params: idInPath } as const;

/** The groups of a directory. */
export function groupRoutes(toUrl: ToUrl, settings: DirectorySettings): Route[] {
  return [
    listRoute(toUrl),
    showRoute(toUrl),
    createRoute(toUrl, settings),
    changeRoute(toUrl, settings, 'PUT'),
    changeRoute(toUrl, settings, 'PATCH'),
    deleteRoute(settings),
  ];
}

function listRoute(toUrl: ToUrl): Route {
  return route({
    ...schemas.common,
    method: 'GET',
    path,
    summary: message('listProvisionedGroups'),
    query: schemas.listing,
    async handle(door, { query }) {
      const window = windowOf(query);
      const filter = query.filter === undefined ? undefined : readFilter(query.filter);
      const { total, records } = await listGroups(door.reads, filter, window);
      const resources = await resourcesOf(door.reads, records, toUrl);
      return listed(
        total,
        window.startIndex,
        resources.map((one) => shown(one, query)),
      );
    },
  });
}

function showRoute(toUrl: ToUrl): Route {
  return route({
    ...one,
    method: 'GET',
    summary: message('showProvisionedGroup'),
    query: schemas.showing,
    async handle(door, { params, query }) {
      return answered(200, shown(await readOne(door.reads, params.id, toUrl), query));
    },
  });
}

function createRoute(toUrl: ToUrl, settings: DirectorySettings): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path,
    ...schemas.writing,
    summary: message('provisionGroup'),
    async handle(door, input) {
      const wanted = readGroup(await readObject(input));
      const { name = '' } = wanted;
      const { id } = await door.write(async (writes) => {
        const made = await writes.create(group, { ...groupNamed(name), info: '' });
        requireOrdinaryGroupName(name); // after the name that is taken, which has an answer of its own
        const reach = await lockReach(door, writes, settings);
        await changeGroup(writes, await getGroup(writes, String(made)), wanted, reach);
        return created(success.groupCreated, message('groupProvisioned', { name }), made);
      });
      return answered(201, await readOne(door.reads, String(id), toUrl), toUrl(`${path}/${id}`));
    },
  });
}

function changeRoute(toUrl: ToUrl, settings: DirectorySettings, method: 'PUT' | 'PATCH'): Route {
  return route({
    ...one,
    method,
    ...schemas.writing,
    summary: message(method === 'PUT' ? 'replaceProvisionedGroup' : 'changeProvisionedGroup'),
    async handle(door, input) {
      const sent = await readObject(input);
      const wanted: WantedGroup = method === 'PUT' ? readGroup(sent) : readGroupPatch(sent);
      await door.write(async (writes) => {
        const record = await getGroup(writes, input.params.id);
        await changeGroup(writes, record, wanted, await lockReach(door, writes, settings));
        const { joining, leaving } = wanted;
        const facts = { name: record.name, joined: joining.join(', '), left: leaving.join(', ') };
        return done(success.groupUpdated, message('provisionedGroupChanged', facts));
      });
      return answered(200, await readOne(door.reads, input.params.id, toUrl));
    },
  });
}

function deleteRoute(settings: DirectorySettings): Route {
  return route({
    ...one,
    method: 'DELETE',
    ...schemas.writing,
    summary: message('deleteProvisionedGroup'),
    async handle(door, { params }) {
      await door.write(async (writes) => {
        const record = await getGroup(writes, params.id);
        const reach = await lockReach(door, writes, settings);
        await reach.requireOwns(record);
        await changeGroup(writes, record, { joining: [], leaving: [], isWhole: true }, reach);
        await removeWhere(writes, membership, (select) =>
          select.where('group_id', '=', record.id).where('until', '<=', writes.context.now),
        );
        await removeWhere(writes, grant, (select) => select.where('group_id', '=', record.id));
        await writes.remove(group, record.id);
        return done(success.groupDeleted, message('provisionedGroupDeleted', { name: record.name }));
      });
      return answered(204);
    },
  });
}

async function readOne(reads: Reads, id: string, toUrl: ToUrl): Promise<Resource> {
  const [resource = {}] = await resourcesOf(reads, [await getGroup(reads, id)], toUrl);
  return resource;
}

async function resourcesOf(
  reads: Reads,
  records: readonly DirectoryGroup[],
  toUrl: ToUrl,
): Promise<Resource[]> {
  const members = await membersOf(
    reads,
    records.map(({ id }) => id),
  );
  return records.map(({ id, name, external_id: externalId, create_time, update_time }) => ({
    schemas: [GROUP],
    id: String(id),
    ...(externalId !== null && { externalId }),
    displayName: name,
    members: (members.get(id) ?? []).map((one) => ({ value: String(one.id), display: one.username })),
    meta: {
      resourceType: 'Group',
      created: momentOf(create_time),
      lastModified: momentOf(update_time),
      location: toUrl(`${path}/${id}`),
    },
  }));
}
