import type { FastifyInstance } from 'fastify';
import { namesInSettings } from './access/accounts/named-groups.ts';
import { syncPermissions } from './access/accounts/permission-sync.ts';
import type { Admit } from './access/admission/admission.ts';
import { makeAdmit } from './access/admission/admit.ts';
import { makeAdmitTask } from './access/admission/admit-task.ts';
import { makeIdentifyCaller } from './access/admission/identify-caller.ts';
import { type FindKey, makeFindKey } from './access/api-keys/find-key.ts';
import { makeIdentifyKey } from './access/api-keys/identify-key.ts';
import { makeNoteUse } from './access/api-keys/note-use.ts';
import { makeStrangerShares } from './access/bookkeeping/stranger-writes.ts';
import { erasureJobKind } from './access/erasure/erase-traces.ts';
import { makeChallenges } from './access/factors/challenges.ts';
import { makeFindRelyingParty } from './access/factors/relying-party.ts';
import { makeSealing } from './access/factors/sealing.ts';
import { makeIdentifyImpersonation } from './access/impersonation/identify-impersonation.ts';
import type { FactorParts } from './access/second-factor/factor-checks.ts';
import { makeFindActor, makeFindUser } from './access/sign-in/actors.ts';
import type { FactorPolicy } from './access/sign-in/factor-policy.ts';
import { type Identify, makeIdentify } from './access/sign-in/identify.ts';
import { type Lifetimes, makeSessions } from './access/sign-in/sessions.ts';
import { makeTokens, type Tokens } from './access/sign-in/tokens.ts';
import { type NotePermissionUse, PermissionUses } from './access/uses/permission-uses.ts';
import { startPeriodicTask } from './background/periodic-task.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import type { AnyMail } from './definitions/project/define-mail.ts';
import { CannotStart } from './errors.ts';
import { type AccountWays, makeLinks } from './features/accounts/account-ways.ts';
import { breakGlassKind } from './features/accounts/break-glass-mail.ts';
import { accountMailKind } from './features/accounts/mail-job.ts';
import { signInMailKind } from './features/accounts/sign-in-mail.ts';
import type { ChangeParts } from './features/changes/change-routes.ts';
import { makeCursors } from './features/changes/cursors.ts';
import { Listeners } from './features/changes/listeners.ts';
import { openPageFiles, type PageFiles } from './features/console/page-files.ts';
import { openUploads, type UploadLocation, type Uploads } from './features/files/open-uploads.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import { EventLoopWatch } from './features/health/event-loop.ts';
import { isMailSetUp, type MailSettings, makeDeliver } from './features/mail/transport.ts';
import { makeOidcParts } from './features/oidc/parts.ts';
import type { ProviderSettings } from './features/oidc/provider.ts';
import { importJobKinds } from './features/transfer/import-jobs.ts';
import { makeCaptchas } from './features/users/captchas.ts';
import { makeHashRequest } from './http/answers/repeatable.ts';
import { makeCompileSerialiser } from './http/answers/serialising.ts';
import { describeApi } from './http/description/openapi.ts';
import { dialects } from './http/dialects/all.ts';
import { specification } from './http/dialects/specification.ts';
import { addBodyParsers } from './http/edge/body-parsers.ts';
import { problemOf, takeEveryRequest } from './http/edge/broken-http.ts';
import { isBelowAny } from './http/edge/caching.ts';
import { allowOrigins, type Origins } from './http/edge/cors.ts';
import { makeFailureHandler } from './http/edge/failures.ts';
import { makeHostCheck } from './http/edge/hosts.ts';
import type { Limits } from './http/edge/limits.ts';
import { refuseOtherMethods } from './http/edge/other-methods.ts';
import { refuseOverload } from './http/edge/overload.ts';
import { boundPipelining } from './http/edge/pipelining.ts';
import { makeRefusalLog } from './http/edge/refusal-log.ts';
import { sendRequestId } from './http/edge/request-ids.ts';
import { makeFastify } from './http/fastify.ts';
import { mountDialects } from './http/mount.ts';
import type { FoundRoute } from './http/project/all-project-routes.ts';
import { makeToUrl, type ToUrl } from './http/public-url.ts';
import { sharedSchemas } from './http/records/record-schemas.ts';
import { requireDeclaredAccess } from './http/require-declared-access.ts';
import { makeSessionCookies } from './http/session-cookies.ts';
import { loadAfterListen } from './http/warm-up.ts';
import { personalRecords } from './personal-records.ts';
import type { Records } from './records/records.ts';
import type { SingletonIds } from './records/singletons.ts';
import { allRoutes, type RouteParts } from './routes.ts';

export interface AppParts extends Origins, UploadLocation, MailSettings {
  readonly records: Records;
  readonly singletonIds: SingletonIds;
  readonly secrets: readonly [string, ...string[]];
  readonly lifetimes: Lifetimes;
  readonly loginCaptcha: boolean;
  readonly factorPolicy: FactorPolicy;
  readonly rememberDeviceDays: number;
  readonly passkeyDomain: string | undefined;
  readonly passkeyOrigins: readonly string[];
  readonly switchedOff: ReadonlySet<string>;
  readonly strangerWritesPerDay: number;
  readonly changeListeners: number;
  readonly trustProxy: false | string;
  readonly logLevel: string;
  readonly publicUrl: string | undefined;
  readonly uploadRules: UploadRules;
  readonly limits: Limits;
  readonly importMaxBytes: number;
  readonly projectRoutes: readonly FoundRoute[];
  readonly apiPages: boolean;
  readonly signUp: AccountWays['signUp'];
  readonly signUpGroup: string | undefined;
  readonly accountUrl: string | undefined;
  /** Whether users are mailed of sign-ins from networks that are new to their account. */
  readonly signInMail: boolean;
  readonly oidcProviders: readonly ProviderSettings[];
  readonly oidcReturnUrls: readonly string[];
  readonly scim: boolean;
  readonly scimGroups: readonly string[];
  /** Whether a second person approves memberships and grants. */
  readonly approvals: boolean;
  /** For how long a super administrator by break-glass is one; 0 where there is none. */
  readonly breakGlassMinutes: number;
  /** The project's mails, some of which may take the place of the server's. */
  readonly ownMails: readonly AnyMail[];
  /** The folder of the built console; absent where it is switched off. */
  readonly consoleDir: string | undefined;
}

/** Builds the whole server; it only has to listen. The pipeline stands in the order in which a request meets it. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { records, secrets, limits, switchedOff, loginCaptcha } = parts;
  const { language } = records;
  const tokens = makeTokens(secrets);
  const identify = makeIdentify(tokens, makeFindActor(records));
  const findKey = makeFindKey(records);
  const { toUrl, listensAt } = makeToUrl(parts.publicUrl);
  const shared = sharedSchemas(records.catalogue);
  const serialiserOf = makeCompileSerialiser(shared);
  const refusals = makeRefusalLog(records);
  const fail = makeFailureHandler(refusals, dialects, language);

  const app = makeFastify({ ...parts, language, serialiserOf, fail });
  const admit = admitCallers(parts, { identify, findKey }, app);
  const eventLoop = new EventLoopWatch();
  const uploads = openUploads(parts);
  defineJobs(parts, uploads, { findKey, toUrl, warn: (line) => app.log.warn(line) });
  const page = openConsole(parts, app);
  const opening = openingOf(parts, tokens, toUrl);
  const routes = allRoutes({
    ...parts,
    changes: openChanges(parts, app),
    ways: accountWays(parts, page !== undefined, opening.factors),
    identify,
    ...opening,
    directory: { handsOut: new Set(parts.scimGroups), named: namesInSettings(parts) },
    captchas: loginCaptcha ? makeCaptchas(secrets) : undefined,
    uploads,
    page,
    eventLoop,
    toUrl,
    serialiserOf,
  });
  const rules = [...routes.map(({ access }) => access), ...fieldRulesOf(records.catalogue)];
  await syncPermissions(records, permissionsOf(rules));

  app.addHook('onListen', async () => listensAt(app.server));
  app.addHook('onListen', async () => eventLoop.begin());
  app.addHook('preClose', async () => eventLoop.end());
  loadAfterListen(app);
  refusals.keepWriting(app);
  records.advice.listen((line) => app.log.warn(line));

  takeEveryRequest(app, specification, language);
  boundPipelining(app.server);
  app.decorateRequest('admission', undefined);
  const hostProblemOf = makeHostCheck(parts);
  const personal = dialects.map(({ base }) => `${base}/cms`);
  app.addHook('onRequest', (request, reply, next) => {
    sendRequestId(request, reply).header('x-content-type-options', 'nosniff');
    if (isBelowAny(personal, request.url)) reply.header('cache-control', 'no-store');
    next(problemOf(request) ?? hostProblemOf(request));
  });
  addBodyParsers(app);
  app.setErrorHandler(fail);
  const mounted = requireDeclaredAccess(app);
  await allowOrigins(app, parts);
  refuseOverload(app, limits);
  const mounting = { records, admit, switchedOff, hashRequest: makeHashRequest(secrets) };
  await mountDialects(app, mounting, dialects, routes);
  if (parts.apiPages) describeApi(app, mounted, shared, language);
  refuseOtherMethods(app, mounted);
  await app.ready();
  return app;
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

/** What listens to changes; a server that stops ends its streams first, for they would never end by themselves. */
function openChanges(
  { records, secrets, changeListeners: most }: AppParts,
  app: FastifyInstance,
): ChangeParts {
  const cursors = makeCursors(secrets);
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

/** Notes which permissions are used, and writes them every minute and once more when the app closes. */
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

/** Defines the jobs that requests begin. */
function defineJobs(
  parts: AppParts,
  { storage }: Uploads,
  { findKey, toUrl, warn }: { findKey: FindKey; toUrl: ToUrl; warn: (line: string) => void },
): void {
  const { records, switchedOff, accountUrl } = parts;
  const findUser = makeFindUser(records);
  const admitTask = makeAdmitTask({ database: records.database, findUser, findKey, switchedOff });
  for (const kind of importJobKinds({ records, files: storage, admitTask })) records.jobs.define(kind);
  records.jobs.define(erasureJobKind(records, personalRecords));
  const links = makeLinks(accountUrl, toUrl);
  const mailing = { records, links, own: parts.ownMails, deliver: makeDeliver(parts) };
  records.jobs.define(accountMailKind(mailing));
  const hasMail = isMailSetUp(parts);
  records.jobs.define(signInMailKind({ ...mailing, isOn: parts.signInMail && hasMail }));
  records.jobs.define(breakGlassKind({ ...mailing, isOn: hasMail }, warn));
}

/** What opens sessions, whichever way somebody signs in. */
function openingOf(
  parts: AppParts,
  tokens: Tokens,
  toUrl: ToUrl,
): Pick<RouteParts, 'sessions' | 'cookies' | 'oidc' | 'factors' | 'rememberDeviceMs'> {
  const { lifetimes, publicUrl, oidcProviders, oidcReturnUrls, consoleDir, secrets } = parts;
  const sessions = makeSessions(tokens, lifetimes, parts.factorPolicy);
  const deviceMaxAge = parts.rememberDeviceDays * 86_400;
  const cookies = makeSessionCookies({ publicUrl, maxAge: lifetimes.refresh, deviceMaxAge });
  const factors: FactorParts = {
    sealing: makeSealing(secrets),
    challenges: makeChallenges(secrets),
    findRelyingParty: makeFindRelyingParty({ ...parts, toUrl }),
    /** Apps and passkeys show the server under the host of its address. */
    issuer: URL.parse(publicUrl ?? '')?.host ?? 'Quire',
  };
  const places = { urls: oidcReturnUrls, hasConsole: consoleDir !== undefined, toUrl };
  const signIn = { factors, rememberDeviceMs: deviceMaxAge * 1000 };
  const oidc = makeOidcParts({ settings: oidcProviders, secrets, sessions, cookies, places, signIn });
  return { sessions, cookies, oidc, ...signIn };
}

/** Throws where people could sign up and nobody would send them a mail. */
function accountWays(parts: AppParts, hasPages: boolean, { findRelyingParty }: FactorParts): AccountWays {
  const { signUp, signUpGroup, accountUrl } = parts;
  const hasMail = isMailSetUp(parts) && (accountUrl !== undefined || hasPages);
  if (signUp !== 'off' && !hasMail)
    throw new CannotStart(
      `SIGN_UP: '${signUp}' cannot be used, for it needs mail; allowed: off, or MAIL_URL and MAIL_FROM (or MAIL_DIR) with the package nodemailer, and the console or ACCOUNT_URL`,
    );
  const providers = parts.oidcProviders.map(({ name, label }) => ({ name, label }));
  const passkeyDomain = () => findRelyingParty()?.domain;
  return { signUp, signUpGroup, hasMail, providers, passkeyDomain };
}
