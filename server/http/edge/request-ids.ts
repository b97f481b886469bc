import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The response header with the request's id. */
export const requestIdHeader = 'x-request-id';
/** Safe in a log line and in a row. */
const CLEAN = /^[\w.:-]{1,60}$/;

/**
 * Gives each request an id for answers, log lines and the history of rows. An id in the request's own header counts only
 * if a trusted proxy sent it: anyone else could make two people's actions look like one request.
 */
export function makeRequestIds(trustProxy: false | string) {
  const start = randomUUID().slice(0, 8);
  const proxies = trustProxy === false ? undefined : networks(trustProxy);
  let count = 0;
  const given = ({ headers, socket }: IncomingMessage): string | undefined => {
    const { [requestIdHeader]: name } = headers;
    const { remoteAddress = '' } = socket;
    if (typeof name !== 'string' || !CLEAN.test(name)) return undefined;
    return proxies?.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4') ? name : undefined;
  };
  return (request: IncomingMessage): string => given(request) ?? `${start}-${++count}`;
}

/** Sends the request's id, so that client and operator can refer to the same request. */
export function sendRequestId(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.header(requestIdHeader, request.id);
}

function networks(list: string): BlockList {
  const found = new BlockList();
  for (const one of list.split(',').map((part) => part.trim())) {
    const [address = '', bits] = one.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) found.addAddress(address, family);
    else found.addSubnet(address, Number(bits), family);
  }
  return found;
}
