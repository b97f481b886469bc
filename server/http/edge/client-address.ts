import type { IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { IsTrusted } from './trusted-proxies.ts';

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
