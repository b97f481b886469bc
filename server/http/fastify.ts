import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { MAX_BODY_BYTES } from '../../contract/limits.ts';
import type { Language } from '../messages/languages.ts';
import { takeBase } from './dialects/asked-dialect.ts';
import { answerBrokenHttp } from './edge/broken-http.ts';
import { addressOf } from './edge/client-address.ts';
import { letPagesReadFailures, type Origins } from './edge/cors.ts';
import type { makeFailureHandler } from './edge/failures.ts';
import { openGates } from './edge/gates.ts';
import { closeUnread, headLimits, type Limits } from './edge/limits.ts';
import { makeRequestIds, sendRequestId } from './edge/request-ids.ts';
import { type LogFormat, openLog } from './edge/request-log.ts';
import { trustedProxies } from './edge/trusted-proxies.ts';
import { askedVersion } from './versions.ts';

export interface FastifyParts extends Origins {
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
