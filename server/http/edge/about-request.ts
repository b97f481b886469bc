import type { FastifyRequest } from 'fastify';
import { readTraceparent } from '../../shared/text/traceparent.ts';

/** What each line of the log about a request says of it: its id, who sent it from where, and its trace if it has one. */
export function aboutRequest(request: FastifyRequest) {
  const { actor } = request.admission ?? {};
  const trace = readTraceparent(request.headers.traceparent as string | undefined); // Node joins what is repeated
  return {
    requestId: request.id,
    ...(actor && actor.id > 0n && { userId: actor.id }),
    ...(actor?.key && { keyId: actor.key.id }),
    ...(actor?.impersonator && { impersonatorId: actor.impersonator.id }),
    address: request.address,
    ...(trace && { traceId: trace.id }),
  };
}
