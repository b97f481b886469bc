import { created, done, LEVEL, removeUser, success } from '../../access/index.ts';
import { idInPath, type Route, route, type ToUrl } from '../../http/index.ts';
import { answered, BASE, listed, momentOf, type Resource, readObject, shown, windowOf } from './answers.ts';
import { change, provision } from './change-user.ts';
import { readFilter } from './filter.ts';
import { message } from './messages/message.ts';
import { readPatch } from './patch.ts';
import { getPerson, listPeople, type Person } from './people.ts';
import { type DirectorySettings, lockReach } from './reach.ts';
import * as schemas from './schemas.ts';
import { readAttribute, readUser, type WantedUser } from './wanted-user.ts';

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const path = `${BASE}/Users`;
const one = { ...schemas.common, path: `${path}/:id`, params: idInPath } as const;

/** The people of a directory. */
export function userRoutes(toUrl: ToUrl, settings: DirectorySettings): Route[] {
  return [
    listRoute(toUrl),
    showRoute(toUrl),
    createRoute(toUrl),
    changeRoute(toUrl, settings, 'PUT'),
    changeRoute(toUrl, settings, 'PATCH'),
    deleteRoute,
  ];
}

function listRoute(toUrl: ToUrl): Route {
  return route({
    ...schemas.common,
    method: 'GET',
    path,
    summary: message('listProvisioned'),
    query: schemas.listing,
    async handle(door, { query }) {
      const window = windowOf(query);
      const filter = query.filter === undefined ? undefined : readFilter(query.filter);
      const { total, records } = await listPeople(door.reads, filter, window);
      const resources = records.map((record) => shown(resourceOf(record, toUrl), query));
      return listed(total, window.startIndex, resources);
    },
  });
}

function showRoute(toUrl: ToUrl): Route {
  return route({
    ...one,
    method: 'GET',
    summary: message('showProvisioned'),
    query: schemas.showing,
    handle: async (door, { params, query }) =>
      answered(200, shown(resourceOf(await getPerson(door.reads, params.id), toUrl), query)),
  });
}

function createRoute(toUrl: ToUrl): Route {
  return route({
    ...schemas.common,
    method: 'POST',
    path,
    ...schemas.writing,
    summary: message('provisionUser'),
    async handle(door, input) {
      const wanted = readUser(await readObject(input));
      const { id } = await door.write(async (writes) => {
        const made = await provision(writes, wanted);
        const { username } = await getPerson(writes, String(made));
        return created(success.userCreated, message('userProvisioned', { name: username }), made);
      });
      const resource = resourceOf(await getPerson(door.reads, String(id)), toUrl);
      return answered(201, resource, toUrl(`${path}/${id}`));
    },
  });
}

function changeRoute(toUrl: ToUrl, settings: DirectorySettings, method: 'PUT' | 'PATCH'): Route {
  return route({
    ...one,
    method,
    ...schemas.writing,
    summary: message(method === 'PUT' ? 'replaceProvisioned' : 'changeProvisioned'),
    async handle(door, input) {
      const sent = await readObject(input);
      const wanted = method === 'PUT' ? readUser(sent) : patched(sent);
      await door.write(async (writes) => {
        const person = await getPerson(writes, input.params.id);
        const reach = await lockReach(door, writes, settings);
        await change(writes, person, wanted, { reach, caller: input });
        const isEnded = wanted.active === false && person.active;
        const key = isEnded ? 'provisionedDeactivated' : 'provisionedChanged';
        return done(success.userUpdated, message(key, { name: person.username }));
      });
      return answered(200, resourceOf(await getPerson(door.reads, input.params.id), toUrl));
    },
  });
}

/** The operations, one after the other. */
function patched(sent: Resource): WantedUser {
  const wanted = readPatch(sent).map(({ op, attribute, value }) =>
    readAttribute(attribute, op === 'remove' ? null : value),
  );
  return Object.assign({}, ...wanted);
}

/** In the trash, an account keeps its past; the log goes on to name it. */
const deleteRoute = route({
  ...one,
  method: 'DELETE',
  ...schemas.writing,
  summary: message('deleteProvisioned'),
  async handle(door, { params }) {
    await door.write(async (writes) => {
      const { id, username } = await getPerson(writes, params.id);
      await removeUser(writes, id);
      return done(success.userDeleted, message('provisionedDeleted', { name: username }));
    });
    return answered(204);
  },
});

function resourceOf(person: Person, toUrl: ToUrl): Resource {
  const { id, username, nickname, email, active, external_id: externalId } = person;
  const groups = person.groups.filter(({ level }) => level === LEVEL.user);
  return {
    schemas: [USER],
    id: String(id),
    ...(externalId !== null && { externalId }),
    userName: person.user_name ?? username,
    ...(nickname !== '' && nickname !== username && { displayName: nickname, name: { formatted: nickname } }),
    ...(email !== null && { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
    groups: groups.map((one) => ({ value: String(one.id), display: one.name })),
    meta: {
      resourceType: 'User',
      created: momentOf(person.create_time),
      lastModified: momentOf(person.update_time),
      location: toUrl(`${path}/${id}`),
    },
  };
}
