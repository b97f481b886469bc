import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeNetworkCheck } from '../../shared/networks.ts';

/** Whether an address is that of a proxy whose headers are believed. */
type IsTrusted = (address: string) => boolean;

/** Reads the setting TRUST_PROXY: addresses and networks, separated by commas. */
export function trustedProxies(setting: false | string): IsTrusted {
  return setting === false ? () => false : makeNetworkCheck(setting.split(',').map((one) => one.trim()));
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client: the socket's, or what trusted proxies say of theirs. */
    readonly address: string;
  }
}

/**
 * The address of a request's client. Each proxy adds to X-Forwarded-For the address that it saw, so the list is read from its
 * end: up to the first address that is no trusted proxy's. Proxies may write a port as well. If an entry on the way is no
 * address, the socket's is taken: nobody vouches for what stands before it.
 */
export function addressOf({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string {
  const { remoteAddress = '' } = socket;
  const { 'x-forwarded-for': given } = headers;
  if (given === undefined) return remoteAddress; // several parts of each request ask
  let address = remoteAddress;
  const entries = String(given).split(',');
  while (entries.length > 0 && isTrusted(address)) {
    const read = readAddress(entries.pop() ?? '');
    if (read === undefined) return remoteAddress;
    address = read;
  }
  return address;
}

/** Reads `192.0.2.7`, `192.0.2.7:80`, `2001:db8::7`, `[2001:db8::7]` or `[2001:db8::7]:80`, in quotes or without. */
function readAddress(entry: string): string | undefined {
  const [, text = ''] = /^\s*"?(.*?)"?\s*$/.exec(entry) ?? [];
  const [, inBrackets, beforePort = text] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? [];
  const address = (inBrackets ?? beforePort).replace(/%.*$/, '');
  return isIP(address) && (inBrackets === undefined || !isIPv4(address)) ? address : undefined;
}

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
