import type { FastifyInstance } from 'fastify';
import type { JsonSchema } from '../contract/json-schema.ts';
import { namesInSettings } from './access/accounts/named-groups.ts';
import { syncPermissions } from './access/accounts/permission-sync.ts';
import type { Admit } from './access/admission/admission.ts';
import { makeAdmit } from './access/admission/admit.ts';
import { makeFindBeginner } from './access/admission/admit-task.ts';
import { makeIdentifyCaller } from './access/admission/identify-caller.ts';
import { type FindKey, makeFindKey } from './access/api-keys/find-key.ts';
import { makeIdentifyKey } from './access/api-keys/identify-key.ts';
import { makeNoteUse } from './access/api-keys/note-use.ts';
import { makeStrangerShares } from './access/bookkeeping/stranger-writes.ts';
import { makePreviews } from './access/guarded/previews.ts';
import { makeIdentifyImpersonation } from './access/impersonation/identify-impersonation.ts';
import type { FactorParts } from './access/second-factor/factor-checks.ts';
import { makeFindActor, makeFindUser } from './access/sign-in/actors.ts';
import { type Identify, makeIdentify } from './access/sign-in/identify.ts';
import { makeTokens } from './access/sign-in/tokens.ts';
import { type NotePermissionUse, PermissionUses } from './access/uses/permission-uses.ts';
import { startPeriodicTask } from './background/periodic-task.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { type AccountWays, soundWays } from './features/accounts/account-ways.ts';
import type { ChangeParts } from './features/changes/change-routes.ts';
import { Listeners } from './features/changes/listeners.ts';
import { openPageFiles, type PageFiles } from './features/console/page-files.ts';
import { openUploads, type UploadLocation } from './features/files/open-uploads.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import { EventLoopWatch } from './features/health/event-loop.ts';
import { isMailSetUp } from './features/mail/transport.ts';
import { makeAskRoutes } from './features/mcp/ask-routes.ts';
import { openWebhooks } from './features/webhooks/open-webhooks.ts';
import { makeHashRequest } from './http/answers/repeatable.ts';
import { makeCursors } from './http/answers/sealed-cursors.ts';
import { makeCompileSerialiser } from './http/answers/serialising.ts';
import { describeApi } from './http/description/openapi.ts';
import { specification } from './http/dialects/specification.ts';
import { addBodyParsers } from './http/edge/body-parsers.ts';
import { problemOf, takeEveryRequest } from './http/edge/broken-http.ts';
import { addOptionsHeaders, allowOrigins, type Origins } from './http/edge/cors.ts';
import { makeFailureHandler } from './http/edge/failures.ts';
import { makeHostCheck } from './http/edge/hosts.ts';
import type { Limits } from './http/edge/limits.ts';
import { refuseOtherMethods } from './http/edge/other-methods.ts';
import { refuseOverload } from './http/edge/overload.ts';
import { boundPipelining } from './http/edge/pipelining.ts';
import { makeRefusalLog } from './http/edge/refusal-log.ts';
import { sendRequestId } from './http/edge/request-ids.ts';
import { isBelow } from './http/edge/request-line.ts';
import { makeFastify } from './http/fastify.ts';
import { type MountParts, mountRoutes } from './http/mount.ts';
import type { FoundRoute } from './http/project/all-project-routes.ts';
import { makeToUrl } from './http/public-url.ts';
import { sharedSchemas } from './http/records/record-schemas.ts';
import { requireDeclaredAccess } from './http/require-declared-access.ts';
import type { Route } from './http/route.ts';
import { loadAfterListen } from './http/warm-up.ts';
import { defineJobs, type JobSettings } from './parts/define-jobs.ts';
import { makeSignInParts, type SignInSettings } from './parts/sign-in-parts.ts';
import type { Records } from './records/records.ts';
import type { SingletonIds } from './records/singletons.ts';
import { allRoutes } from './routes.ts';

export interface AppParts extends Origins, UploadLocation, SignInSettings, JobSettings {
  readonly singletonIds: SingletonIds;
  readonly strangerWritesPerDay: number;
  readonly changeListeners: number;
  readonly changeSetDays: number;
  readonly mcp: boolean;
  /** Networks to which webhooks may be sent beside the public ones. */
  readonly webhookNetworks: readonly string[];
  readonly trustProxy: false | string;
  readonly logLevel: string;
  readonly uploadRules: UploadRules;
  readonly limits: Limits;
  readonly importMaxBytes: number;
  readonly projectRoutes: readonly FoundRoute[];
  readonly apiPages: boolean;
  readonly signUp: AccountWays['signUp'];
  readonly signUpGroup: string | undefined;
  readonly scim: boolean;
  readonly scimGroups: readonly string[];
  /** Whether a second person approves memberships and grants. */
  readonly approvals: boolean;
  /** How long break-glass makes somebody a super administrator; 0 switches it off. */
  readonly breakGlassMinutes: number;
  /** False for commands, which need only jobs and permissions: mounting the routes takes a sixth of a start. */
  readonly isAnswering: boolean;
}

/** The server and its route table. */
interface BuiltApp {
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
}

/** Builds the whole server, ready to listen. */
export async function buildApp(parts: AppParts): Promise<BuiltApp> {
  const { records, secrets, switchedOff } = parts;
  const { language } = records;
  const tokens = makeTokens(secrets);
  const identify = makeIdentify(tokens, makeFindActor(records));
  const findKey = makeFindKey(records);
  const { toUrl, listensAt } = makeToUrl(parts.publicUrl);
  const shared = sharedSchemas(records.catalogue);
  const serialiserOf = makeCompileSerialiser(shared);
  const refusals = makeRefusalLog(records);
  const fail = makeFailureHandler(refusals, language);

  const app = makeFastify({ ...parts, language, fail });
  const admit = admitCallers(parts, { identify, findKey }, app);
  const eventLoop = new EventLoopWatch();
  const findBeginner = makeFindBeginner({ findUser: makeFindUser(records), findKey });
  const uploads = openUploads(parts);
  const warn = (line: string) => app.log.warn(line);
  defineJobs(parts, { uploads, findKey, toUrl, warn });
  const page = openConsole(parts, app);
  const signIn = makeSignInParts(parts, tokens, toUrl);
  const routes = allRoutes({
    ...parts,
    changes: openChanges(parts, app),
    findBeginner,
    ask: makeAskRoutes(app),
    webhooks: openWebhooks({ ...parts, findBeginner }, app),
    hasMail: isMailSetUp(parts),
    ways: accountWays(parts, page !== undefined, signIn.factors),
    identify,
    ...signIn,
    directory: { handsOut: new Set(parts.scimGroups), named: namesInSettings(parts) },
    previews: makePreviews({ records, secrets, switchedOff, findBeginner }),
    uploads,
    page,
    eventLoop,
    toUrl,
    serialiserOf,
  });
  const rules = [...routes.map(({ access }) => access), ...fieldRulesOf(records.catalogue)];
  await syncPermissions(records, permissionsOf(rules));

  whileListening(app, listensAt, eventLoop);
  loadAfterListen(app);
  refusals.keepWriting(app);
  records.advice.listen((line) => app.log.warn(line));

  if (parts.isAnswering) {
    const mounting = { records, admit, switchedOff, hashRequest: makeHashRequest(secrets), serialiserOf };
    await answerRequests(app, { ...parts, fail, mounting, routes, shared });
  }
  await app.ready();
  return { app, routes };
}

interface Answering extends AppParts {
  readonly fail: ReturnType<typeof makeFailureHandler>;
  readonly mounting: MountParts;
  readonly routes: readonly Route[];
  readonly shared: readonly JsonSchema[];
}

/** The pipeline, in the order in which a request meets it. */
async function answerRequests(app: FastifyInstance, parts: Answering): Promise<void> {
  const { fail, mounting, routes, shared, limits } = parts;
  const { language } = parts.records;
  takeEveryRequest(app, specification, language);
  boundPipelining(app.server);
  app.decorateRequest('admission', undefined);
  const hostProblemOf = makeHostCheck(parts);
  app.addHook('onRequest', (request, reply, next) => {
    sendRequestId(request, reply).header('x-content-type-options', 'nosniff');
    if (isBelow('/cms', request.routeOptions?.url ?? '')) reply.header('cache-control', 'no-store');
    next(problemOf(request) ?? hostProblemOf(request));
  });
  addBodyParsers(app);
  app.setErrorHandler(fail);
  const mounted = requireDeclaredAccess(app);
  addOptionsHeaders(app, routes);
  allowOrigins(app, parts);
  refuseOverload(app, limits);
  refuseOtherMethods(app, mounted);
  await mountRoutes(app, mounting, routes);
  if (parts.apiPages) describeApi(app, { routes, switchedOff: parts.switchedOff, shared, own: language });
}

function whileListening(
  app: FastifyInstance,
  listensAt: ReturnType<typeof makeToUrl>['listensAt'],
  eventLoop: EventLoopWatch,
): void {
  app.addHook('onListen', async () => listensAt(app.server));
  app.addHook('onListen', async () => eventLoop.begin());
  app.addHook('preClose', async () => eventLoop.end());
}

/** The files of the console; undefined where it is switched off, or not built. */
function openConsole({ consoleDir, publicUrl }: AppParts, app: FastifyInstance): PageFiles | undefined {
  if (consoleDir === undefined) return undefined;
  const page = openPageFiles(consoleDir, publicUrl);
  if (!page)
    app.addHook('onListen', async () =>
      app.log.warn(`no console: ${consoleDir} has no index.html; \`npm run console\` builds it`),
    );
  return page;
}

/** Opens the streams of changes. They never end by themselves, so a server that stops ends them first. */
function openChanges(
  { records, secrets, changeListeners: most }: AppParts,
  app: FastifyInstance,
): ChangeParts {
  const cursors = makeCursors(secrets, 'changes');
  const report = (cause: unknown, what: string) => app.log.error({ err: cause }, what);
  const listeners = new Listeners(records, cursors, { most, report });
  app.addHook('preClose', () => listeners.end());
  return { records, cursors, listeners };
}

interface Callers {
  readonly identify: Identify;
  readonly findKey: FindKey;
}

function admitCallers(
  { records, switchedOff, strangerWritesPerDay, approvals, factorPolicy }: AppParts,
  { identify, findKey }: Callers,
  app: FastifyInstance,
): Admit {
  const report = (cause: unknown) => app.log.error({ err: cause }, 'the use of a key was not stored');
  return makeAdmit({
    database: records.database,
    identify: makeIdentifyCaller({
      identify,
      identifyKey: makeIdentifyKey(findKey),
      identifyImpersonation: makeIdentifyImpersonation(records),
    }),
    noteUse: makeNoteUse(records, report),
    notePermissionUse: keepPermissionUses(records, app),
    switchedOff,
    needsApproval: approvals,
    factorPolicy,
    strangerShareOf: makeStrangerShares(strangerWritesPerDay),
  });
}

const USES_EVERY_MS = 60_000;

/** Records which permissions are used; writes them every minute and when the app closes. */
function keepPermissionUses(records: Records, app: FastifyInstance): NotePermissionUse {
  const uses = new PermissionUses(records);
  const report = (cause: unknown) => app.log.error({ err: cause }, 'uses of permissions were not stored');
  const task = startPeriodicTask({ everyMs: USES_EVERY_MS, run: () => uses.write(), report });
  app.addHook('onClose', async () => {
    await task.stop();
    await uses.write().catch(report);
  });
  return uses.note;
}

function accountWays(parts: AppParts, hasPages: boolean, { findRelyingParty }: FactorParts): AccountWays {
  const hasMail = isMailSetUp(parts) && (parts.accountUrl !== undefined || hasPages);
  const passkeyDomain = () => findRelyingParty()?.domain;
  return soundWays({ ...parts, hasMail, providers: parts.oidcProviders, passkeyDomain });
}
