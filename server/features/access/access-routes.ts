import { type FactorPolicy, type FindKey, makeFindUsers } from '../../access/index.ts';
import type { Route } from '../../http/route.ts';
import type { RecordStore } from '../../records/record-store.ts';
import { explainRoute } from './explain-route.ts';
import { holdersRoute } from './holders-route.ts';
import { impersonationRoutes } from './impersonation-routes.ts';
import { matrixRoutes } from './matrix-routes.ts';
import { ownAccessRoute } from './own-access-route.ts';
import { previewRoute } from './preview/preview-route.ts';
import { unusedRoute } from './preview/unused-route.ts';
import { refusalRoutes } from './refusal-routes.ts';

/**
 * Explains who may do what on collections and on these routes, and why: to callers their own access, to super administrators
 * everybody's. The list of routes grows until the first request.
 */
export function accessRoutes(
  store: RecordStore,
  routes: readonly Route[],
  { findKey, factorPolicy }: { readonly findKey: FindKey; readonly factorPolicy: FactorPolicy },
): Route[] {
  const { catalogue } = store;
  const users = { find: makeFindUsers(store), reader: store.database.reads, factorPolicy };
  return [
    ownAccessRoute(catalogue, routes, users),
    explainRoute(catalogue, routes, { users, findKey }),
    holdersRoute(catalogue, routes, users),
    ...matrixRoutes(catalogue, routes, users),
    previewRoute(catalogue, routes, users),
    unusedRoute,
    ...impersonationRoutes(users),
    ...refusalRoutes(catalogue, routes),
  ];
}
