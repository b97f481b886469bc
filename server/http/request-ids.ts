import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The header that tells a client the name of its request. */
export const requestIdHeader = 'x-request-id';
/** What may stand in a log line and in a row as it is. */
const CLEAN = /^[\w.:-]{1,60}$/;

/**
 * Names requests: in answers, log lines, and the history of rows. A name that a request brings along is taken from trusted
 * proxies alone, since whoever chooses names could let others' deeds look like theirs.
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

/** Tells the client the name of its request, so that both sides can speak of it. */
export function named(request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
