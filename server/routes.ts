import { Presences } from './access/presences.ts';
import type { Identify } from './access/sign-in/identify.ts';
import type { Sessions } from './access/sign-in/sessions.ts';
import { makeReadiness } from './database/readiness.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { erasureRoute } from './features/admin/erasure-route.ts';
import { grantRoutes } from './features/admin/grant-routes.ts';
import { groupRoutes } from './features/admin/group-routes.ts';
import { permissionRoutes } from './features/admin/permission-routes.ts';
import { adminUserRoutes } from './features/admin/user-routes.ts';
import type { PageFiles } from './features/console/page-files.ts';
import { consolePageRoutes } from './features/console/page-routes.ts';
import { definitionRoutes } from './features/descriptions/definition-routes.ts';
import { ownRoutes } from './features/descriptions/own-routes.ts';
import { fileRoutes } from './features/files/file-routes.ts';
import type { Uploads } from './features/files/open-uploads.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import { greetingRoutes } from './features/greeting/greeting-routes.ts';
import type { EventLoopWatch } from './features/health/event-loop.ts';
import { healthRoutes } from './features/health/health-routes.ts';
import { jobRoutes } from './features/jobs/job-routes.ts';
import { logRoutes } from './features/logs/log-routes.ts';
import { bulkByFilterRoutes } from './features/transfer/bulk-routes.ts';
import { exportRoutes } from './features/transfer/export-routes.ts';
import { importRoutes } from './features/transfer/import-routes.ts';
import type { Captchas } from './features/users/captchas.ts';
import { othersSessionRoutes } from './features/users/others-session-routes.ts';
import { pageSessionRoutes } from './features/users/page-session-routes.ts';
import { registrationRoutes } from './features/users/registration-routes.ts';
import { selfRoutes } from './features/users/self-routes.ts';
import { sessionRoutes } from './features/users/session-routes.ts';
import { viewRoutes } from './features/views/view-routes.ts';
import { makeAddress } from './http/file-addresses.ts';
import type { ToUrl } from './http/public-url.ts';
import { aggregateRoute } from './http/records/aggregate-route.ts';
import { bulkRoute } from './http/records/bulk-route.ts';
import { historyRoutes } from './http/records/history-routes.ts';
import { presenceRoutes } from './http/records/presence-routes.ts';
import { recordRoutes } from './http/records/record-routes.ts';
import { searchRoutes } from './http/records/search-routes.ts';
import { trashRoutes } from './http/records/trash-routes.ts';
import { usageRoute } from './http/records/usage-route.ts';
import type { Route } from './http/route.ts';
import type { CompileSerialiser } from './http/serialising.ts';
import type { SessionCookies } from './http/session-cookies.ts';
import type { Records } from './records/records.ts';

/** What handlers need beside their door. */
export interface RouteParts {
  readonly records: Records;
  readonly identify: Identify;
  readonly sessions: Sessions;
  readonly cookies: SessionCookies;
  /** Absent where signing in asks for none. */
  readonly captchas: Captchas | undefined;
  readonly uploads: Uploads;
  /** Absent where the console is switched off. */
  readonly consoleDir: string | undefined;
  /** Absent also where it is not built. */
  readonly page: PageFiles | undefined;
  readonly uploadRules: UploadRules;
  readonly eventLoop: EventLoopWatch;
  readonly importMaxBytes: number;
  readonly toUrl: ToUrl;
  readonly serialiserOf: CompileSerialiser;
}

/** The route table: everything that a client can ask for, in the order in which the API page lists it. */
export function allRoutes(parts: RouteParts): Route[] {
  const { records, toUrl, uploads, uploadRules, eventLoop, page } = parts;
  const accounts = [
    ...sessionRoutes(parts),
    ...(parts.consoleDir === undefined ? [] : pageSessionRoutes(parts)),
    ...selfRoutes(parts, toUrl),
    ...registrationRoutes,
    ...adminUserRoutes(parts, toUrl),
    erasureRoute(records),
    ...othersSessionRoutes,
  ];
  const others = [
    ...viewRoutes(records.catalogue),
    ...logRoutes,
    ...jobRoutes(records.jobs),
    ...fileRoutes({ ...uploads, rules: uploadRules, toUrl }),
    ...greetingRoutes(page !== undefined),
    ...(page ? consolePageRoutes(page) : []),
    ...healthRoutes(makeReadiness(records.database.engine, records.catalogue), eventLoop),
    ...servedRecords(parts),
  ];
  const guarded = [...accounts, ...others];
  const declared = permissionsOf([
    ...guarded.map(({ access }) => access),
    ...fieldRulesOf(records.catalogue),
  ]);
  const all = [
    ...accounts,
    ...groupRoutes(declared),
    ...grantRoutes(declared),
    ...permissionRoutes(records.catalogue, declared, guarded),
    ...definitionRoutes(records.catalogue, uploadRules),
    ...others,
  ];
  return [ownRoutes(records.catalogue, all), ...all];
}

/** The routes of every served record, action by action. */
function servedRecords({
  records,
  toUrl,
  serialiserOf,
  uploads: { storage, incoming },
  importMaxBytes: mostBytes,
}: RouteParts): Route[] {
  const { catalogue } = records;
  const { served } = catalogue;
  const address = makeAddress(catalogue, toUrl);
  const presences = new Presences(records.database);
  return [
    ...served.flatMap((definition) => recordRoutes(definition, { catalogue, serialiserOf, address })),
    ...served.map(bulkRoute),
    ...served.flatMap(searchRoutes),
    ...served.map(aggregateRoute),
    ...served.map(usageRoute),
    ...served.flatMap((definition) => presenceRoutes(definition, presences)),
    ...served.flatMap(historyRoutes),
    ...served.flatMap(trashRoutes),
    ...exportRoutes(catalogue),
    ...importRoutes({ records, files: storage, incoming, mostBytes }),
    ...bulkByFilterRoutes({ records, files: storage, incoming, mostBytes }),
  ];
}
