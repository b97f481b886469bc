import type { FastifyInstance } from 'fastify';
import { syncPermissions } from './access/accounts/permission-sync.ts';
import { makeAdmit, makeAdmitTask } from './access/admission.ts';
import { erasureJobKind } from './access/erasure/erase-traces.ts';
import { makeFindActor, makeFindUser } from './access/sign-in/actors.ts';
import { makeIdentify } from './access/sign-in/identify.ts';
import { type Lifetimes, makeSessions } from './access/sign-in/sessions.ts';
import { makeTokens } from './access/sign-in/tokens.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { openPageFiles } from './features/console/page-files.ts';
import { openUploads, type UploadLocation, type Uploads } from './features/files/open-uploads.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import { EventLoopWatch } from './features/health/event-loop.ts';
import { importJobKinds } from './features/transfer/import-jobs.ts';
import { makeCaptchas } from './features/users/captchas.ts';
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
import { mountRoutes } from './http/mount.ts';
import { describeApi } from './http/openapi.ts';
import { makeToUrl } from './http/public-url.ts';
import { sharedSchemas } from './http/records/record-schemas.ts';
import { requireDeclaredAccess } from './http/require-declared-access.ts';
import { makeCompileSerialiser } from './http/serialising.ts';
import { makeSessionCookies } from './http/session-cookies.ts';
import { loadAfterListen } from './http/warm-up.ts';
import { personalRecords } from './personal-records.ts';
import type { Records } from './records/records.ts';
import { allRoutes } from './routes.ts';

export interface AppParts extends Origins, UploadLocation {
  readonly records: Records;
  readonly secrets: readonly [string, ...string[]];
  readonly lifetimes: Lifetimes;
  readonly loginCaptcha: boolean;
  readonly switchedOff: ReadonlySet<string>;
  readonly trustProxy: false | string;
  readonly logLevel: string;
  readonly publicUrl: string | undefined;
  readonly uploadRules: UploadRules;
  readonly limits: Limits;
  readonly importMaxBytes: number;
  readonly apiPages: boolean;
  /** The folder of the built console; absent where it is switched off. */
  readonly consoleDir: string | undefined;
}

/** Builds the whole server; it only has to listen. The pipeline stands in the order in which a request meets it. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { records, secrets, limits, switchedOff, loginCaptcha, lifetimes } = parts;
  const { language } = records;
  const tokens = makeTokens(secrets);
  const identify = makeIdentify(tokens, makeFindActor(records));
  const admit = makeAdmit({ database: records.database, identify, switchedOff });
  const { toUrl, listensAt } = makeToUrl(parts.publicUrl);
  const shared = sharedSchemas(records.catalogue);
  const serialiserOf = makeCompileSerialiser(shared);
  const refusals = makeRefusalLog(records);
  const fail = makeFailureHandler(refusals, dialects, language);

  const app = makeFastify({ ...parts, language, serialiserOf, fail });
  const eventLoop = new EventLoopWatch();
  const uploads = openUploads(parts);
  defineJobs(parts, uploads);
  const page = parts.consoleDir === undefined ? undefined : openPageFiles(parts.consoleDir, parts.publicUrl);
  if (parts.consoleDir !== undefined && !page)
    app.addHook('onListen', async () =>
      app.log.warn(`no console: ${parts.consoleDir} has no index.html; \`npm run console\` builds it`),
    );
  const routes = allRoutes({
    ...parts,
    identify,
    sessions: makeSessions(tokens, lifetimes),
    cookies: makeSessionCookies({ publicUrl: parts.publicUrl, maxAge: lifetimes.refresh }),
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
  for (const dialect of dialects) await mountRoutes(app, { records, admit, switchedOff }, dialect, routes);
  if (parts.apiPages) describeApi(app, mounted, shared, language);
  refuseOtherMethods(app, mounted);
  await app.ready();
  return app;
}

/** Defines the jobs that requests begin. */
function defineJobs({ records, switchedOff }: AppParts, { storage }: Uploads): void {
  const findUser = makeFindUser(records);
  const admitTask = makeAdmitTask({ database: records.database, findUser, switchedOff });
  for (const kind of importJobKinds({ records, files: storage, admitTask })) records.jobs.define(kind);
  records.jobs.define(erasureJobKind(records, personalRecords));
}
