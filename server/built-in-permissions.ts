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
import { modules } from './modules.ts';

/** The permissions of the server's own routes: known without a route table, which needs a database. */
export function builtInPermissions({ scim }: { readonly scim: boolean }): Permission[] {
  const on = modules.filter(({ isOn }) => isOn?.({ scim, mcp: true }) ?? true);
  return permissionsOf([
    manageUsers,
    manageSessions,
    givePermissions,
    breakGlass,
    retryJobs,
    undoOthers,
    ...on.flatMap(({ permissions = [] }) => permissions),
  ]);
}
