import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IsTrusted } from './trusted-proxies.ts';

/** The response header with the request's id. */
export const requestIdHeader = 'x-request-id';
/** The form of a request's id, which is safe in a log line and in a record. */
export const REQUEST_ID = '^[\\w.:-]{1,60}$';
const CLEAN = RegExp(REQUEST_ID);

/**
 * Gives each request an id for answers, log lines and the history of records. An id in the request's own header counts only
 * if a trusted proxy sent it: anyone else could make two people's actions look like one request.
 */
export function makeRequestIds(isTrusted: IsTrusted) {
  const start = randomUUID().slice(0, 8);
  let count = 0;
  const given = ({ headers, socket }: IncomingMessage): string | undefined => {
    const { [requestIdHeader]: name } = headers;
    const { remoteAddress = '' } = socket;
    if (typeof name !== 'string' || !CLEAN.test(name)) return undefined;
    return isTrusted(remoteAddress) ? name : undefined;
  };
  return (request: IncomingMessage): string => given(request) ?? `${start}-${++count}`;
}

/** Sends the request's id, so that client and operator can refer to the same request. */
export function sendRequestId(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header(requestIdHeader, request.id);
}
