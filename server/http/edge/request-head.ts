import type { FastifyRequest } from 'fastify';
import { AppError, malformedRequest } from '../../errors.ts';
import { message } from '../../messages/message.ts';

/** The path of a URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  const target = end < 0 ? url : url.slice(0, end);
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '');
}

/** Whether a URL is a path or lies below it. */
export function isBelow(path: string, url: string): boolean {
  return url.startsWith(path) && /^[/?]?$/.test(url.charAt(path.length));
}

/** Where the server listens, and its address for clients. */
export interface HostNames {
  readonly host: string;
  readonly publicUrl: string | undefined;
}

/** Whether a name or an address means this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host);
}

/**
 * What is wrong with a request's Host header. A server that only this machine can reach accepts only the names of this machine
 * and of its public address, in the header and in an absolute request target. That stops DNS rebinding: a web page whose name
 * was pointed here still sends that name.
 */
export function makeHostCheck({
  host,
  publicUrl,
}: HostNames): (request: FastifyRequest) => AppError | undefined {
  const isGuarded = isLoopback(host);
  const publicName = URL.parse(publicUrl ?? '')?.hostname;
  const isOurs = (name: string) => !isGuarded || isLoopback(name) || name === publicName;
  let lastTaken: string | undefined;
  return ({ raw: { headers, rawHeaders, httpVersion, url } }) => {
    const given = headers.host;
    if (given === undefined)
      return httpVersion === '1.1' ? malformedRequest({ Host: message('missing') }) : undefined;
    if (isRepeated(rawHeaders)) return malformedRequest({ Host: message('repeated') });
    if (given === lastTaken && url?.startsWith('/')) return undefined;
    const names = [nameIn(given), ...(url && /^\w+:/.test(url) ? [URL.parse(url)?.hostname] : [])];
    if (!names.every((name) => name !== undefined && isOurs(name)))
      return malformedRequest({ Host: message('unknownHost') });
    lastTaken = given;
    return undefined;
  };
}

/** The first problem in a request's head that no route could accept. */
export function problemOf({ raw: { headers } }: FastifyRequest): AppError | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return new AppError('encodingRefused', { headers: { 'accept-encoding': 'identity' } });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('expectationFailed');
  return undefined;
}

/** The name in a Host header; undefined if it holds more than a name and a port. */
function nameIn(host: string): string | undefined {
  return /^[^\s@/?#\\]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
}

/** Node keeps the first of several Host headers; a proxy in front might use the last. */
function isRepeated(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}
