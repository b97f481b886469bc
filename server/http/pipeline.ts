import type { FastifyInstance } from 'fastify';
import type { JsonSchema } from '../../contract/json-schema.ts';
import type { Language } from '../messages/languages.ts';
import { describeApi } from './description/openapi.ts';
import { addBodyParsers } from './edge/body-parsers.ts';
import { problemOf, takeEveryRequest } from './edge/broken-http.ts';
import { addOptionsHeaders, allowOrigins, type Origins } from './edge/cors.ts';
import type { makeFailureHandler } from './edge/failures.ts';
import { type HostNames, makeHostCheck } from './edge/hosts.ts';
import type { Limits } from './edge/limits.ts';
import { refuseOtherMethods } from './edge/other-methods.ts';
import { refuseOverload } from './edge/overload.ts';
import { boundPipelining } from './edge/pipelining.ts';
import { sendRequestId } from './edge/request-ids.ts';
import { isBelow } from './edge/request-line.ts';
import { type MountParts, mountRoutes } from './mount.ts';
import { publicPathOf } from './public-url.ts';
import { requireDeclaredAccess } from './require-declared-access.ts';
import type { Route } from './route.ts';

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
