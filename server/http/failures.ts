import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dialect } from './dialects/dialect.ts';
import { failureBody } from './dialects/speak.ts';
import type { RefusalLog } from './refusal-log.ts';
import { familyOf, isBelow, pathOf } from './request-line.ts';
import { toAppError } from './to-app-error.ts';

/**
 * Every failure leaves through here: logged where it is a refusal or unexpected, then told in the route's dialect, or in
 * that of the base which an unknown path is below. The first dialect is the one without a base.
 */
export function makeFailureHandler(refusals: RefusalLog, dialects: readonly [Dialect, ...Dialect[]]) {
  const dialectAt = (url: string) =>
    dialects.findLast(({ base }) => isBelow(base, pathOf(url, ''))) ?? dialects[0];
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = toAppError(thrown);
    const { dialect = dialectAt(request.url), family } = request.routeOptions?.config ?? {};
    const path = pathOf(request.url, dialect.base);
    if (error.status >= 500 && error.key !== 'overloaded')
      request.log.error({ err: error.cause ?? error, requestId: request.id }, error.key);
    // The caller stays refused even when the refusal cannot be noted.
    await refusals.note(error, request, path).catch((cause) => {
      request.log.error({ err: cause, requestId: request.id }, 'a refusal could not be logged');
    });
    const body = failureBody(dialect, family ?? familyOf(path), error, `${request.method} ${path}`);
    await reply.code(error.status).headers(error.headers).type('application/json; charset=utf-8').send(body);
  };
}
