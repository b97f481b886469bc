import {
  breakGlass,
  givePermissions,
  manageSessions,
  manageUsers,
  retryJobs,
  undoOthers,
} from './access/delegation/permissions.ts';
import type { Permission } from './definitions/access-rule.ts';
import { permissionsOf } from './definitions/catalogue.ts';
import { mayManage as mayManageKeys } from './features/keys/manageable.ts';
import { mayProvision } from './features/scim/schemas.ts';
import { modules } from './modules.ts';

/** The permissions of the server's own routes: known without a route table, which needs a database. */
export function builtInPermissions({ scim }: { readonly scim: boolean }): Permission[] {
  return permissionsOf([
    manageUsers,
    manageSessions,
    givePermissions,
    breakGlass,
    retryJobs,
    undoOthers,
    mayManageKeys,
    ...modules.flatMap(({ permissions = [] }) => permissions),
    ...(scim ? [mayProvision] : []),
  ]);
}
