import type { FindBeginner } from './access/admission/admit-task.ts';
import type { Previews } from './access/guarded/previews.ts';
import { Presences } from './access/presence/presences.ts';
import type { FactorParts } from './access/second-factor/factor-checks.ts';
import type { FactorPolicy } from './access/sign-in/factor-policy.ts';
import type { Identify } from './access/sign-in/identify.ts';
import type { Sessions } from './access/sign-in/sessions.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import type { ServedDefinition } from './definitions/define-record.ts';
import { accessRoutes } from './features/access/access-routes.ts';
import type { AccountWays } from './features/accounts/account-ways.ts';
import { addressRoutes } from './features/accounts/address-routes.ts';
import { approvalRoutes } from './features/accounts/approval-routes.ts';
import { breakGlassRoutes } from './features/accounts/break-glass-routes.ts';
import { invitationRoutes } from './features/accounts/invitation-routes.ts';
import { resetRoutes } from './features/accounts/reset-routes.ts';
import { signUpRoutes } from './features/accounts/sign-up-routes.ts';
import { erasureRoute } from './features/admin/erasure-route.ts';
import { grantRoutes } from './features/admin/grant-routes.ts';
import { groupRoutes } from './features/admin/group-routes.ts';
import { membershipRoutes } from './features/admin/membership-routes.ts';
import { permissionRoutes } from './features/admin/permission-routes.ts';
import { requestRoutes } from './features/admin/request-routes.ts';
import { adminUserRoutes } from './features/admin/user-routes.ts';
import { changeSetRoutes } from './features/change-sets/set-routes.ts';
import type { PageFiles } from './features/console/page-files.ts';
import { consolePageRoutes } from './features/console/page-routes.ts';
import { definitionRoutes } from './features/descriptions/definition-routes.ts';
import { ownRoutes } from './features/descriptions/own-routes.ts';
import { makeFileAddresses } from './features/files/addresses.ts';
import { fileRoutes } from './features/files/file-routes.ts';
import type { Inspect } from './features/files/inspection/inspect.ts';
import type { Uploads } from './features/files/open-uploads.ts';
import { makeFileStore } from './features/files/store-file.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import { greetingRoutes } from './features/greeting/greeting-routes.ts';
import type { EventLoopWatch } from './features/health/event-loop.ts';
import { healthRoutes } from './features/health/health-routes.ts';
import { columnsProbe, folderProbe, writeProbe } from './features/health/probes.ts';
import { makeReadiness } from './features/health/readiness.ts';
import { keyRoutes } from './features/keys/key-routes.ts';
import { serviceUserRoutes } from './features/keys/service-user-routes.ts';
import type { AskRoutes } from './features/mcp/ask-routes.ts';
import { mcpRoute } from './features/mcp/mcp-route.ts';
import { oidcRoutes } from './features/oidc/oidc-routes.ts';
import type { OidcParts } from './features/oidc/parts.ts';
import type { DirectorySettings } from './features/scim/reach.ts';
import { scimRoutes } from './features/scim/scim-routes.ts';
import { factorRoutes } from './features/second-factor/factor-routes.ts';
import { bulkByFilterRoutes } from './features/transfer/by-filter/bulk-routes.ts';
import { makeExportRoute } from './features/transfer/export-routes.ts';
import { importRoutes } from './features/transfer/import-routes.ts';
import { undoRoutes } from './features/undo/undo-routes.ts';
import type { Captchas } from './features/users/captchas.ts';
import { othersSessionRoutes } from './features/users/others-session-routes.ts';
import { pageSessionRoutes } from './features/users/page-session-routes.ts';
import { passkeySessionRoutes } from './features/users/passkey-session-routes.ts';
import { peopleRoutes } from './features/users/people-routes.ts';
import { registrationRoutes } from './features/users/registration-routes.ts';
import { selfRoutes } from './features/users/self-routes.ts';
import { sessionRoutes } from './features/users/session-routes.ts';
import type { CompileSerialiser } from './http/answers/serialising.ts';
import { makeAddress } from './http/file-addresses.ts';
import { type FoundRoute, projectRoutes } from './http/project/all-project-routes.ts';
import type { ToUrl } from './http/public-url.ts';
import { aggregateRoute } from './http/records/aggregate-route.ts';
import { ancestorsRoute } from './http/records/ancestors-route.ts';
import { bulkRoute } from './http/records/bulk-route.ts';
import { draftRoutes } from './http/records/draft-routes.ts';
import { requireFreePaths } from './http/records/free-paths.ts';
import { historyRoutes } from './http/records/history-routes.ts';
import { moveRoute } from './http/records/move-route.ts';
import { presenceRoutes } from './http/records/presence-routes.ts';
import { previewRoutes } from './http/records/preview-routes.ts';
import { recordRoutes } from './http/records/record-routes.ts';
import { rowPlaceOf } from './http/records/row-place.ts';
import { searchRoutes } from './http/records/search-routes.ts';
import { trashRoutes } from './http/records/trash-routes.ts';
import { usageOfManyRoute, usageRoute } from './http/records/usage-route.ts';
import type { Route } from './http/route.ts';
import type { SessionCookies } from './http/session-cookies.ts';
import { ofDrafts, ofPublished } from './http/versions.ts';
import type { Records } from './records/records.ts';
import type { SingletonIds } from './records/singletons.ts';

/** The parts that handlers need beside their door. */
export interface RouteParts {
  readonly records: Records;
  readonly singletonIds: SingletonIds;
  readonly findBeginner: FindBeginner;
  readonly changeSetDays: number;
  /** Whether agents reach the server by the Model Context Protocol. */
  readonly mcp: boolean;
  readonly ask: AskRoutes;
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | undefined;
  readonly previews: Previews;
  readonly identify: Identify;
  readonly ways: AccountWays;
  readonly breakGlassMinutes: number;
  /** Whether mail is set up. */
  readonly hasMail: boolean;
  readonly sessions: Sessions;
  readonly factors: FactorParts;
  readonly factorPolicy: FactorPolicy;
  readonly cookies: SessionCookies;
  readonly oidc: OidcParts;
  /** Whether directories may provision accounts. */
  readonly scim: boolean;
  readonly directory: DirectorySettings;
  /** Absent where signing in asks for none. */
  readonly captchas: Captchas | undefined;
  readonly uploads: Uploads;
  readonly inspect: Inspect;
  readonly secrets: readonly [string, ...string[]];
  /** Absent where the console is switched off. */
  readonly consoleDir: string | undefined;
  /** Absent also where it is not built. */
  readonly page: PageFiles | undefined;
  readonly uploadRules: UploadRules;
  readonly eventLoop: EventLoopWatch;
  readonly importMaxBytes: number;
  readonly toUrl: ToUrl;
  readonly serialiserOf: CompileSerialiser;
  readonly projectRoutes: readonly FoundRoute[];
  /** The routes of all modules. */
  readonly ofModules: readonly Route[];
}

/** Where transactions run one at a time, a probe waits behind the writes of others, which says nothing of the database. */
const PATIENCE_MS = 10_000;

/** Whether requests can be served: the database can be read and written, and uploads can arrive. */
function readinessOf({ records: { database, catalogue }, uploads }: RouteParts): () => Promise<void> {
  const probes = [columnsProbe(database, catalogue), writeProbe(database), folderProbe(uploads.incoming)];
  return makeReadiness(probes, { patienceMs: database.engine.isSerial ? PATIENCE_MS : 0 });
}

/** The route table: everything that a client can ask for, in the order in which the API page lists it. */
export function allRoutes(parts: RouteParts): Route[] {
  const { records, secrets, toUrl, uploads, uploadRules, eventLoop, page } = parts;
  const { inspect } = parts;
  const addresses = makeFileAddresses(secrets);
  const fileParts = { ...uploads, rules: uploadRules, inspect, addresses, toUrl };
  const accounts = accountRoutes(parts);
  const others = [
    ...parts.ofModules,
    ...fileRoutes(fileParts),
    ...greetingRoutes(page !== undefined),
    ...(page ? consolePageRoutes(page) : []),
    ...healthRoutes(readinessOf(parts), eventLoop),
    ...servedRecords(parts),
    ...bulkRoutes(parts),
  ];
  const own = [...accounts, ...others];
  requireFreePaths(records.catalogue, own);
  const permissionsIn = (routes: readonly Route[]) =>
    permissionsOf([...routes.map(({ access }) => access), ...fieldRulesOf(records.catalogue)]);
  const ofProject = projectRoutes(parts.projectRoutes, {
    own,
    known: permissionsIn(own),
    files: makeFileStore(fileParts),
  });
  const declared = permissionsIn([...own, ...ofProject]);
  const all = [
    ...accounts,
    ...groupRoutes(declared),
    ...grantRoutes(declared),
    ...definitionRoutes(records.catalogue, uploadRules),
    ...others,
    ...ofProject,
  ];
  // Both describe themselves as well.
  all.push(
    ...permissionRoutes(records.catalogue, declared, all),
    ...accessRoutes(records, all, parts.factorPolicy),
  );
  all.unshift(ownRoutes(records.catalogue, [...all]));
  return all;
}

/** The routes of users, sessions, groups and permissions. */
function accountRoutes(parts: RouteParts): Route[] {
  const { records, toUrl } = parts;
  return [
    ...sessionRoutes(parts),
    ...passkeySessionRoutes(parts),
    ...(parts.consoleDir === undefined ? [] : pageSessionRoutes(parts)),
    ...selfRoutes(parts, toUrl),
    ...registrationRoutes,
    ...adminUserRoutes(parts, toUrl),
    ...peopleRoutes(records, toUrl),
    ...membershipRoutes,
    ...requestRoutes,
    ...breakGlassRoutes(parts.breakGlassMinutes, parts.hasMail),
    erasureRoute(records),
    ...othersSessionRoutes,
    ...factorRoutes({ ...parts.factors, policy: parts.factorPolicy }),
    ...serviceUserRoutes,
    ...keyRoutes,
    ...signUpRoutes(parts.ways),
    ...resetRoutes(parts.ways),
    ...addressRoutes(parts.ways),
    ...invitationRoutes(parts.ways),
    ...approvalRoutes,
    ...oidcRoutes(parts.oidc),
    ...(parts.scim ? scimRoutes(toUrl, parts.directory) : []),
  ];
}

/** The routes of every served record, action by action. */
function servedRecords({ records, singletonIds, toUrl, previews, serialiserOf }: RouteParts): Route[] {
  const { catalogue } = records;
  const { served, written, drafts } = catalogue;
  const parts = { catalogue, serialiserOf, address: makeAddress(catalogue, toUrl) };
  const presences = new Presences(records.database);
  const exportRoute = makeExportRoute(catalogue);
  const placed = (definition: ServedDefinition) => ({
    definition,
    place: rowPlaceOf(definition, singletonIds),
  });
  const isReading = ({ method }: Route) => method === 'GET';
  const reading = (definition: ServedDefinition) => {
    const row = placed(definition);
    return [
      ...recordRoutes(row, parts).filter(isReading),
      ...(definition.isSingleton
        ? []
        : [
            ...searchRoutes(definition),
            aggregateRoute(catalogue, definition),
            usageRoute(definition),
            usageOfManyRoute(catalogue, definition),
            ...ancestorsRoute(row, parts),
            exportRoute(definition),
          ]),
      ...historyRoutes(row).filter(isReading),
    ];
  };
  const writing = (definition: ServedDefinition) => {
    const row = placed(definition);
    return [
      ...recordRoutes(row, parts).filter((one) => !isReading(one)),
      ...(definition.isSingleton ? [] : [bulkRoute(definition), ...trashRoutes(definition)]),
      ...presenceRoutes(row, presences),
      ...historyRoutes(row).filter((one) => !isReading(one)),
    ];
  };
  return [
    ...served.flatMap((one) => (one.hasDrafts ? reading(one).map(ofPublished) : reading(one))),
    ...drafts.flatMap((one) => reading(one).map(ofDrafts)),
    ...written.flatMap(writing),
    ...drafts.flatMap((one) => [
      ...draftRoutes(placed(one), parts),
      ...previewRoutes(placed(one), { catalogue, previews, toUrl }),
    ]),
    ...served.flatMap((one) => (one.order ? moveRoute(placed(one), parts) : [])),
  ];
}

/** The routes that change many rows: imports, changes by filter, undo and change sets. */
function bulkRoutes(parts: RouteParts): Route[] {
  const { records, toUrl, serialiserOf, importMaxBytes: mostBytes, mcp } = parts;
  const { catalogue } = records;
  const { storage: files, incoming } = parts.uploads;
  const shown = { ...parts, catalogue, serialiserOf, address: makeAddress(catalogue, toUrl) };
  return [
    ...importRoutes({ records, files, incoming, mostBytes }),
    ...bulkByFilterRoutes({ records, files, incoming, mostBytes }),
    ...undoRoutes(records),
    ...changeSetRoutes(shown),
    ...(mcp ? [mcpRoute(shown)] : []),
  ];
}
