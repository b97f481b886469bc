import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { type FoundRoute, projectRoutes, type Route, requireFreePaths } from './http/index.ts';
import type { FileStore } from './http/project/file-store.ts';
import type { Opened } from './module/define-module.ts';
import type { RecordStore } from './records/record-store.ts';

interface RouteParts {
  readonly store: RecordStore;
  readonly projectRoutes: readonly FoundRoute[];
  readonly opened: readonly Opened[];
}

/** Where no module stores files. */
const storesNothing: FileStore = async () => {
  throw new Error('no module of this server stores files');
};

/** The route table: everything that a client can ask for, in the order in which the API page lists it. */
export function allRoutes(parts: RouteParts): Route[] {
  const { store, opened } = parts;
  const own = opened.flatMap(({ routes = [] }) => routes);
  requireFreePaths(store.catalogue, own);
  const ofProject = projectRoutes(parts.projectRoutes, {
    own,
    known: permissionsOf([...own.map(({ access }) => access), ...fieldRulesOf(store.catalogue)]),
    files: opened.find(({ storeFile }) => storeFile)?.storeFile ?? storesNothing,
  });
  return [...own, ...ofProject];
}
