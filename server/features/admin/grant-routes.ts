import type { JsonSchema } from '../../../contract/json-schema.ts';
import { done } from '../../access/written.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import type { Input, Route } from '../../http/route.ts';
import type { Writes } from '../../records/writes.ts';
import { getGroup } from './get-group.ts';
import { addGrants, type Named, removeGrants } from './grants.ts';
import * as schemas from './schemas.ts';

/** How a body names permissions. */
interface Naming {
  readonly body: JsonSchema;
  readonly read: (body: Input['body']) => Named;
}

const oneById: Naming = {
  body: schemas.oneGrant,
  read: ({ permission_id }) => ({ ids: [permission_id as bigint] }),
};
const manyById: Naming = {
  body: schemas.manyGrants,
  read: ({ permission_ids }) => ({ ids: permission_ids as bigint[] }),
};
const oneByName: Naming = { body: schemas.oneNamedGrant, read: ({ auth }) => ({ names: [auth as string] }) };
const manyByName: Naming = {
  body: schemas.manyNamedGrants,
  read: ({ auths }) => ({ names: auths as string[] }),
};

/** What groups are granted, by the permissions' ids, and on the paths of Lin CMS 0.1 and 0.2 by their names. */
export const grantRoutes: Route[] = [
  changeGrants('/cms/admin/permission/dispatch', '授予分组一个权限', oneById, addOne),
  changeGrants('/cms/admin/permission/dispatch/batch', '授予分组多个权限；已有的跳过', manyById, addMany),
  changeGrants('/cms/admin/permission/remove', '收回分组的多个权限', manyById, remove),
  changeGrants('/cms/admin/dispatch', '按名称授予分组一个权限', oneByName, addOne),
  changeGrants('/cms/admin/dispatch/patch', '按名称授予分组多个权限；已有的跳过', manyByName, addMany),
  changeGrants('/cms/admin/remove', '按名称收回分组的多个权限', manyByName, remove),
];

type Change = (writes: Writes, groupId: bigint, permissions: Named) => Promise<ReturnType<typeof done>>;

function changeGrants(path: string, summary: string, naming: Naming, change: Change): Route {
  return {
    tag: '管理员',
    family: 'cms',
    access: superAdministrator,
    method: 'POST',
    path,
    summary,
    body: naming.body,
    handle: (door, { body }) =>
      door.write(async (writes) => {
        const { id } = await getGroup(writes, body.group_id as bigint);
        return change(writes, id, naming.read(body));
      }),
  };
}

async function addOne(writes: Writes, groupId: bigint, permissions: Named) {
  if ((await addGrants(writes, groupId, permissions)) === 0) throw new AppError('permissionHeld');
  return done(9, `授予分组 ${groupId} 权限 ${tell(permissions)}`);
}

async function addMany(writes: Writes, groupId: bigint, permissions: Named) {
  await addGrants(writes, groupId, permissions);
  return done(9, `授予分组 ${groupId} 权限 ${tell(permissions)}`);
}

async function remove(writes: Writes, groupId: bigint, permissions: Named) {
  await removeGrants(writes, groupId, permissions);
  return done(10, `收回分组 ${groupId} 权限 ${tell(permissions)}`);
}

function tell(permissions: Named): string {
  return Object.values(permissions).flat().join().slice(0, 400);
}
