import { findFailedPlans, Presences } from '../access/index.ts';
import { isWritten, type ServedDefinition } from '../definitions/for-server.ts';
import type { WrittenUse } from '../definitions/types/query-source.ts';
import {
  aggregateRoute,
  ancestorsRoute,
  bulkRoute,
  collectionRoutes,
  draftRoutes,
  historyRoutes,
  longSearchRoute,
  makeAddress,
  makeExportRoute,
  makeFieldChangesExport,
  makeFieldChangesRoute,
  moveRoute,
  ofDrafts,
  ofPublished,
  presenceRoutes,
  previewRoutes,
  type Route,
  readsOnly,
  recordPlaceOf,
  searchRoutes,
  trashRoutes,
  usageOfManyRoute,
  usageRoute,
} from '../http/index.ts';
import { defineModule } from './define-module.ts';
import type { Host } from './host.ts';

/** The core's own routes of collections: a module, because the list of modules gives them their place on the API page. */
export const servedCollections = defineModule({
  name: 'served-collections',
  open: (host) => ({
    routes: routesOf(host),
    notifications: async ({ door, ...asked }) =>
      (await findFailedPlans(host.store, door, asked)).map(({ jobId, collection, record, ...plan }) => ({
        ...plan,
        key: `plan/${jobId}`,
        detail: '',
        page: `/collections/${collection}/${record}`,
      })),
  }),
});

/** The methods that change records, by what they do. */
const METHODS: Readonly<Record<WrittenUse, readonly string[]>> = {
  create: ['POST'],
  update: ['PUT', 'PATCH'],
  delete: ['DELETE'],
};

/** Whether a route writes the table of another program that a query has. */
function writesTableOf({ writes }: ServedDefinition) {
  return ({ method }: Route) => writes?.uses.some((use) => METHODS[use].includes(method));
}

/** The routes of every served collection, action by action. */
function routesOf({ store, settings, singletonIds, toUrl, previews, serialiserOf }: Host): Route[] {
  const { catalogue } = store;
  const { served, written, drafts, queries } = catalogue;
  const parts = { catalogue, serialiserOf, address: makeAddress(catalogue, toUrl) };
  const presences = new Presences(store.database);
  const exportRoute = makeExportRoute(catalogue);
  const fieldChangesRoute = makeFieldChangesRoute(settings.secrets);
  const fieldChangesExport = makeFieldChangesExport();
  const placed = (definition: ServedDefinition) => ({
    definition,
    place: recordPlaceOf(definition, singletonIds),
  });
  const reading = (definition: ServedDefinition) => {
    const record = placed(definition);
    if (definition.sql)
      return [
        ...collectionRoutes(record, parts).filter(readsOnly),
        ...searchRoutes(definition),
        longSearchRoute(definition, parts),
        aggregateRoute(catalogue, definition),
        exportRoute(definition),
        ...historyRoutes(record),
      ];
    return [
      ...collectionRoutes(record, parts).filter(readsOnly),
      ...(definition.isSingleton
        ? []
        : [
            ...searchRoutes(definition),
            longSearchRoute(definition, parts),
            aggregateRoute(catalogue, definition),
            usageRoute(definition),
            usageOfManyRoute(catalogue, definition),
            ...ancestorsRoute(record, parts),
            exportRoute(definition),
          ]),
      ...historyRoutes(record).filter(readsOnly),
      ...fieldChangesRoute(definition),
      ...fieldChangesExport(definition),
    ];
  };
  const writing = (definition: ServedDefinition) => {
    const record = placed(definition);
    return [
      ...collectionRoutes(record, parts).filter((one) => !readsOnly(one)),
      ...(definition.isSingleton ? [] : [bulkRoute(definition), ...trashRoutes(definition, parts)]),
      ...presenceRoutes(record, presences),
      ...historyRoutes(record).filter((one) => !readsOnly(one)),
    ];
  };
  return [
    ...served.flatMap((one) => (one.hasDrafts ? reading(one).map(ofPublished) : reading(one))),
    ...drafts.flatMap((one) => reading(one).map(ofDrafts)),
    ...written.flatMap(writing),
    ...queries
      .filter(isWritten)
      .flatMap((one) => [...collectionRoutes(placed(one), parts).filter(writesTableOf(one)), bulkRoute(one)]),
    ...drafts.flatMap((one) => [
      ...draftRoutes(placed(one), parts),
      ...previewRoutes(placed(one), { catalogue, previews, toUrl }),
    ]),
    ...served.flatMap((one) => (one.order ? moveRoute(placed(one), parts) : [])),
  ];
}
