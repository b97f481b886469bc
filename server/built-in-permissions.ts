import {
  breakGlass,
  givePermissions,
  manageSessions,
  manageUsers,
  retryJobs,
  undoOthers,
} from './access/delegation/permissions.ts';
import { type Permission, permissionsOf } from './definitions/for-server.ts';
import { isSwitchedOn } from './module/open-modules.ts';
import { modules } from './modules.ts';
import type { Settings } from './settings/values.ts';

/** The permissions of the server's own routes: known without a route table, which needs a database. Without settings, those of all modules. */
export function builtInPermissions(settings?: Settings): Permission[] {
  const on = modules.filter((module) => settings === undefined || isSwitchedOn(module, settings));
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
