import Fastify, { type FastifyInstance } from 'fastify';
import { MAX_BODY_BYTES } from '../contract/limits.ts';
import { makeFindActor } from './access/actors.ts';
import { makeIdentify } from './access/identify.ts';
import { syncPermissions } from './access/permission-sync.ts';
import { type Lifetimes, makeSessions } from './access/sessions.ts';
import { makeTokens } from './access/tokens.ts';
import { makeReadiness } from './database/readiness.ts';
import { fieldRulesOf, permissionsOf } from './definitions/catalogue.ts';
import { grantRoutes } from './features/admin/grant-routes.ts';
import { groupRoutes } from './features/admin/group-routes.ts';
import { permissionRoutes } from './features/admin/permission-routes.ts';
import { adminUserRoutes } from './features/admin/user-routes.ts';
import { openUploads, type Place } from './features/files/open-uploads.ts';
import { fileRoutes } from './features/files/routes.ts';
import type { UploadRules } from './features/files/upload-rules.ts';
import { greetingRoutes } from './features/greeting/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { logRoutes } from './features/logs/routes.ts';
import { exportRoutes } from './features/transfer/export-routes.ts';
import { importRoutes } from './features/transfer/import-routes.ts';
import { Jobs } from './features/transfer/jobs.ts';
import { makeCaptchas } from './features/users/captchas.ts';
import { registration } from './features/users/registration.ts';
import { selfRoutes } from './features/users/self-routes.ts';
import { sessionRoutes } from './features/users/session-routes.ts';
import { aggregateRoutes } from './http/aggregate-routes.ts';
import { addBodyParsers } from './http/body-parsers.ts';
import { answerBrokenHttp, problemOf, takeEveryRequest } from './http/broken-http.ts';
import { bulkRoutes } from './http/bulk-routes.ts';
import { allowOrigins, type Origins } from './http/cors.ts';
import { lin3 } from './http/dialects/lin3.ts';
import { specification } from './http/dialects/specification.ts';
import { makeFailureHandler } from './http/failures.ts';
import { makeAddress } from './http/file-addresses.ts';
import { historyRoutes } from './http/history-routes.ts';
import { headLimits, type Limits } from './http/limits.ts';
import { mountRoutes } from './http/mount.ts';
import { describeApi } from './http/openapi.ts';
import { refuseOtherMethods } from './http/other-methods.ts';
import { refuseOverload } from './http/overload.ts';
import { makeToUrl } from './http/public-url.ts';
import { recordRoutes } from './http/record-routes.ts';
import { sharedSchemas } from './http/record-schemas.ts';
import { makeRefusalLog } from './http/refusal-log.ts';
import { makeRequestIds, named } from './http/request-ids.ts';
import { RequestLog } from './http/request-log.ts';
import { requireDeclaredAccess } from './http/require-declared-access.ts';
import type { Route } from './http/route.ts';
import { searchRoutes } from './http/search-routes.ts';
import { makeCompileSerialiser } from './http/serialising.ts';
import { trashRoutes } from './http/trash-routes.ts';
import { compileValidator } from './http/validation.ts';
import type { Records } from './records/records.ts';

export interface AppParts extends Origins, Place {
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
}

const dialects = [specification, lin3] as const;

/** Builds the whole server; it only has to listen. The pipeline, in the order in which a request meets it. */
export async function buildApp({
  records,
  secrets,
  lifetimes,
  loginCaptcha,
  switchedOff,
  trustProxy,
  logLevel,
  publicUrl,
  uploadDir,
  uploadBucket,
  uploadRules,
  limits,
  importMaxBytes,
  ...origins
}: AppParts): Promise<FastifyInstance> {
  const tokens = makeTokens(secrets);
  const sessions = makeSessions(tokens, lifetimes);
  const identify = makeIdentify(tokens, makeFindActor(records));
  const { toUrl, listensAt } = makeToUrl(publicUrl);
  const address = makeAddress(records.catalogue, toUrl);
  const captchas = loginCaptcha ? makeCaptchas(secrets) : undefined;
  const shared = sharedSchemas(records.catalogue);
  const serialiserOf = makeCompileSerialiser(shared);
  const uploads = openUploads({ uploadDir, uploadBucket });
  const jobs = new Jobs((cause) => app.log.error({ err: cause }, 'an import did not go on'));
  const routes: Route[] = [
    ...sessionRoutes({ captchas, sessions, identify }),
    ...selfRoutes(sessions, toUrl),
    registration,
    ...adminUserRoutes(sessions, toUrl),
    ...groupRoutes,
    ...grantRoutes,
    ...permissionRoutes(records.catalogue, () => routes),
    ...logRoutes,
    ...fileRoutes({ ...uploads, rules: uploadRules, toUrl }),
    ...greetingRoutes,
    ...healthRoutes(makeReadiness(records.database.engine, records.catalogue)),
    ...records.catalogue.all.flatMap((definition) =>
      recordRoutes(records.catalogue, definition, serialiserOf, address),
    ),
    ...records.catalogue.all.flatMap(bulkRoutes),
    ...records.catalogue.all.flatMap(searchRoutes),
    ...records.catalogue.all.flatMap(aggregateRoutes),
    ...records.catalogue.all.flatMap(historyRoutes),
    ...records.catalogue.all.flatMap(trashRoutes),
    ...exportRoutes(records.catalogue),
    ...importRoutes(records.catalogue, { jobs, incoming: uploads.incoming, mostBytes: importMaxBytes }),
  ];
  await syncPermissions(
    records,
    permissionsOf([...routes.map(({ access }) => access), ...fieldRulesOf(records.catalogue.all)]),
  );

  const refusals = makeRefusalLog(records);
  const fail = makeFailureHandler(refusals, dialects);
  const app = Fastify({
    logger: { level: logLevel },
    childLoggerFactory: (logger) => logger, // lines name their request themselves; a child for each request costs 2 %
    logController: new RequestLog(logLevel),
    genReqId: makeRequestIds(trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestTimeout * 1000,
    trustProxy,
    schemaController: {
      compilersFactory: {
        buildValidator: () => compileValidator as never,
        buildSerializer: () => serialiserOf as never,
      },
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => void fail(error, request, named(request, reply)),
    http: { ...headLimits(limits), requireHostHeader: false }, // a missing one is told like any other failure
    clientErrorHandler: answerBrokenHttp(specification),
    return503OnClosing: false,
  });
  app.addHook('onListen', async () => listensAt(app.server));
  app.addHook('preClose', () => jobs.end());
  refusals.keepWriting(app);
  records.advice.listen((line) => app.log.warn(line));
  app.decorateRequest('door', undefined);
  app.addHook('onRequest', (request, reply, next) => {
    named(request, reply).header('x-content-type-options', 'nosniff');
    next(problemOf(request));
  });
  app.server.maxConnections = limits.clientConnections;
  takeEveryRequest(app, specification);
  addBodyParsers(app);
  app.setErrorHandler(fail);
  const mounted = requireDeclaredAccess(app);
  await allowOrigins(app, origins);
  refuseOverload(app, limits.requestsAtOnce);
  for (const dialect of dialects) await mountRoutes(app, { records, identify, switchedOff }, dialect, routes);
  describeApi(app, mounted, shared);
  refuseOtherMethods(app, mounted);
  await app.ready();
  return app;
}
