import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { type JsonSchema, MAX_BODY_BYTES } from '../../contract/index.ts';
import type { Language } from '../messages/languages.ts';
import { describeApi } from './description/openapi.ts';
import { takeBase } from './dialects/asked-dialect.ts';
import {
  addBodyParsers,
  addOptionsHeaders,
  addressOf,
  allowOrigins,
  answerBrokenHttp,
  boundPipelining,
  closeUnread,
  type HostNames,
  headLimits,
  isBelow,
  type Limits,
  type LogFormat,
  letPagesReadFailures,
  type makeFailureHandler,
  makeHostCheck,
  makeRequestIds,
  type Origins,
  openGates,
  openLog,
  problemOf,
  refuseOtherMethods,
  refuseOverload,
  sendRequestId,
  takeEveryRequest,
  trustedProxies,
} from './edge/index.ts';
import { type MountParts, mountRoutes } from './mount.ts';
import { publicPathOf } from './public-url.ts';
import { requireDeclaredAccess } from './require-declared-access.ts';
import type { Route } from './route.ts';
import { askedVersion } from './versions.ts';

interface FastifyParts extends Origins {
  readonly logLevel: string;
  readonly logFormat: LogFormat;
  readonly trustProxy: false | string;
  readonly limits: Limits;
  readonly language: Language;
  readonly fail: ReturnType<typeof makeFailureHandler>;
}

/** Quire checks input and writes answers itself. Fastify's own compilers would load their libraries at each start. */
const compileNothing = (): never => {
  throw new Error('a route gives Fastify a schema');
};

/** A Fastify instance with this server's limits, log and failures, and no routes yet. */
export function makeFastify({
  logLevel,
  logFormat,
  trustProxy,
  limits,
  language,
  fail,
  ...origins
}: FastifyParts): FastifyInstance {
  const letPagesRead = letPagesReadFailures(origins);
  const isTrusted = trustedProxies(trustProxy);
  const app = Fastify({
    logger: false, // see `openLog`
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestIds(isTrusted),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: limits.requestTimeout * 1000,
    schemaController: {
      compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing },
    },
    rewriteUrl: takeBase,
    // Longer than a head may be: handlers tell what is wrong with a name.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 65_536 },
    frameworkErrors: (error, request, reply) =>
      void fail(error, request, letPagesRead(request, sendRequestId(request, reply))),
    // A missing Host is answered like any other failure. A request without a body costs a tenth less without its stream.
    http: { ...headLimits(limits), requireHostHeader: false, optimizeEmptyRequests: true },
    clientErrorHandler: answerBrokenHttp(language),
    return503OnClosing: false,
  });
  app.decorateRequest('address', {
    getter() {
      return addressOf(this.raw, isTrusted);
    },
  });
  app.addConstraintStrategy(askedVersion);
  openLog(app, logLevel, logFormat);
  openGates(app);
  app.server.maxConnections = limits.clientConnections;
  closeUnread(app.server, limits);
  return app;
}

interface Answering extends Omit<MountParts, 'publicPath'>, Origins, HostNames {
  readonly fail: ReturnType<typeof makeFailureHandler>;
  readonly routes: readonly Route[];
  readonly shared: readonly JsonSchema[];
  readonly limits: Limits;
  readonly apiPages: boolean;
  /** The language of the description for callers without Accept-Language. */
  readonly descriptionLanguage: Language;
}

/** The pipeline, in the order in which a request meets it. */
export async function answerRequests(app: FastifyInstance, parts: Answering): Promise<void> {
  const { fail, routes, shared, limits, switchedOff } = parts;
  const { language } = parts.store;
  takeEveryRequest(app, language);
  boundPipelining(app.server);
  app.decorateRequest('admission', undefined);
  app.decorateRequest('reached', undefined);
  const hostProblemOf = makeHostCheck(parts);
  app.addHook('onRequest', (request, reply, next) => {
    sendRequestId(request, reply).header('x-content-type-options', 'nosniff');
    if (isBelow('/cms', request.routeOptions?.url ?? '')) reply.header('cache-control', 'no-store');
    next();
  });
  addBodyParsers(app);
  app.setErrorHandler(fail);
  const mounted = requireDeclaredAccess(app);
  addOptionsHeaders(app, routes);
  allowOrigins(app, parts, routes);
  app.addHook('onRequest', (request, _reply, next) => next(problemOf(request) ?? hostProblemOf(request)));
  refuseOverload(app, limits);
  refuseOtherMethods(app, mounted);
  await mountRoutes(app, { ...parts, publicPath: publicPathOf(parts.publicUrl) }, routes);
  if (parts.apiPages)
    describeApi(app, {
      routes,
      switchedOff,
      shared,
      own: parts.descriptionLanguage,
      publicUrl: parts.publicUrl,
    });
}
