import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { type FoundRoute, projectRoutes } from './http/project/all-project-routes.ts';
import type { FileStore } from './http/project/file-store.ts';
import { requireFreePaths } from './http/records/free-paths.ts';
import type { Route } from './http/route.ts';
import type { Opened } from './module/define-module.ts';
import type { Records } from './records/records.ts';

interface RouteParts {
  readonly records: Records;
  readonly projectRoutes: readonly FoundRoute[];
  readonly opened: readonly Opened[];
}

/** Where no module stores files. */
const storesNothing: FileStore = async () => {
  throw new Error('no module of this server stores files');
};

/** The route table: everything that a client can ask for, in the order in which the API page lists it. */
export function allRoutes(parts: RouteParts): Route[] {
  const { records, opened } = parts;
  const own = opened.flatMap(({ routes = [] }) => routes);
  requireFreePaths(records.catalogue, own);
  const ofProject = projectRoutes(parts.projectRoutes, {
    own,
    known: permissionsOf([...own.map(({ access }) => access), ...fieldRulesOf(records.catalogue)]),
    files: opened.find(({ storeFile }) => storeFile)?.storeFile ?? storesNothing,
  });
  return [...own, ...ofProject];
}
