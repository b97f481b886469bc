import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, isIPv4 } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { AppError, malformedRequest } from '../../errors.ts';
import { LANGUAGES, type Language } from '../../messages/languages.ts';
import { message } from '../../messages/message.ts';
import { makeNetworkCheck } from '../../shared/networks.ts';

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

/** The language of a request's answers: the one that Accept-Language prefers, or the server's own. */
export function languageOf(headers: IncomingHttpHeaders, own: Language): Language {
  if (headers['accept-language'] === undefined) return own;
  // Without a preference among them, the first is taken.
  const spoken = [own, ...LANGUAGES.filter((language) => language !== own)];
  const preferred = new Negotiator({ headers }).language(spoken);
  return spoken.find((language) => language === preferred) ?? own;
}

/** Marks the answer as varying by Accept-Language, so that caches keep the languages apart. */
export function variesByLanguage(reply: FastifyReply): void {
  varyBy(reply, 'Accept-Language');
}

/** Adds a request header to the answer's Vary header. */
export function varyBy(reply: FastifyReply, header: string): void {
  const already = reply.getHeader('vary');
  reply.header('vary', already === undefined ? header : `${already}, ${header}`);
}

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
