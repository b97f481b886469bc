import type { JsonSchema } from '../../../contract/json-schema.ts';
import {
  done,
  getOwnGroup,
  givePermissions,
  type group,
  lockGiver,
  orSuper,
  requireGives,
  success,
  type WriteResult,
} from '../../access/index.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import type { Text } from '../../messages/message.ts';
import type { Writes } from '../../records/write/writes.ts';
import { changeGrants, listGrants } from './grant-grid-routes.ts';
import { namesOf } from './grant-names.ts';
import {
  addGrants,
  type Declared,
  getPermissions,
  type Listed,
  type PermissionList,
  removeGrants,
} from './grants.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

interface ToGroup {
  readonly group_id: bigint;
}

/** How a body lists permissions. */
interface ListedIn<Body extends ToGroup> {
  readonly body: JsonSchema<Body>;
  readonly read: (body: Body) => PermissionList;
}

const oneId: ListedIn<ToGroup & { readonly permission_id: bigint }> = {
  body: schemas.oneGrant,
  read: ({ permission_id }) => ({ ids: [permission_id] }),
};
const manyIds: ListedIn<ToGroup & { readonly permission_ids: readonly bigint[] }> = {
  body: schemas.manyGrants,
  read: ({ permission_ids }) => ({ ids: permission_ids }),
};
const oneName: ListedIn<ToGroup & { readonly auth: string }> = {
  body: schemas.oneNamedGrant,
  read: ({ auth }) => ({ names: [auth] }),
};
const manyNames: ListedIn<ToGroup & { readonly auths: readonly string[] }> = {
  body: schemas.manyNamedGrants,
  read: ({ auths }) => ({ names: auths }),
};

type Change = (writes: Writes, changed: RecordOf<typeof group>, permissions: Listed) => Promise<WriteResult>;

const access = orSuper(givePermissions);

function grantRoute<Body extends ToGroup>(
  path: string,
  summary: Text,
  { body: schema, read }: ListedIn<Body>,
  change: Change,
): (declared: Declared) => Route {
  return (declared) =>
    route({
      tag: message('administratorsTag'),
      access,
      method: 'POST',
      refusesPrograms: message('keysGiveNothing'),
      path,
      ...(change === remove
        ? { harmless: 'takes permissions away' }
        : { withEndingRights: 'gives no longer than they last' }),
      summary,
      body: schema,
      handle: (door, { body }) =>
        door.write(async (writes) => {
          const giver = await lockGiver(door, writes, access);
          const changed = await getOwnGroup(writes, giver, body.group_id);
          const listed = await getPermissions(writes, { declared: declared(), giver }, read(body));
          const given = change === remove ? [] : listed;
          await requireGives(writes, giver, changed.id, { given, until: null });
          return change(writes, changed, listed);
        }),
    });
}

const addOne: Change = async (writes, { id, name }, permissions) => {
  if ((await addGrants(writes, id, permissions)) === 0) throw new AppError('permissionHeld');
  return granted(name, permissions);
};

const addMany: Change = async (writes, { id, name }, permissions) => {
  await addGrants(writes, id, permissions);
  return granted(name, permissions);
};

const remove: Change = async (writes, { id, name }, permissions) => {
  await removeGrants(writes, id, permissions);
  const text = message('permissionsRevoked', { name, permissions: namesOf(permissions) });
  return done(success.permissionsRevoked, text);
};

function granted(name: string, permissions: Listed): WriteResult {
  const text = message('permissionsGranted', { name, permissions: namesOf(permissions) });
  return done(success.permissionsGranted, text);
}

/** Grants of groups, by the permissions' ids, and on the paths of Lin CMS 0.1 and 0.2 by their names. */
export function grantRoutes(declared: Declared): Route[] {
  return [...routes.map((routeFor) => routeFor(declared)), listGrants, changeGrants(declared)];
}

const routes = [
  grantRoute('/cms/admin/permission/dispatch', message('grantOne'), oneId, addOne),
  grantRoute('/cms/admin/permission/dispatch/batch', message('grantMany'), manyIds, addMany),
  grantRoute('/cms/admin/permission/remove', message('revokeMany'), manyIds, remove),
  grantRoute('/cms/admin/dispatch', message('grantOneByName'), oneName, addOne),
  grantRoute('/cms/admin/dispatch/patch', message('grantManyByName'), manyNames, addMany),
  grantRoute('/cms/admin/remove', message('revokeManyByName'), manyNames, remove),
];
