import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';
import { message } from '../messages/message.ts';
import { publicPathOf } from './public-url.ts';
import type { Input } from './route.ts';

/** A header with the page's session. The console sends it; a page of another origin cannot. */
export const PAGE_HEADER = 'x-quire-console';

/** Where browsers send the cookie, and nowhere else. */
export const COOKIE_PATH = '/cms/console/session';

/** Keeps the console's refresh token in the browser, out of reach of scripts. */
export interface SessionCookies {
  /** Throws unless a page of this server sent the request. */
  requireOwnPage(headers: IncomingHttpHeaders): void;
  /** The refresh token that the browser keeps; undefined without one. Throws if there are several: another server may have set one of them. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** The token of this browser as a known device; undefined without one. */
  readDevice(headers: IncomingHttpHeaders): string | undefined;
  /** Headers that make the browser keep this refresh token, or drop it if there is none, and keep the token of a new device. */
  keep(
    request: Pick<Input, 'headers' | 'base'>,
    token: string | undefined,
    device?: string,
  ): Readonly<Record<string, string | string[]>>;
}

interface CookieParts {
  readonly publicUrl: string | undefined;
  /** Seconds for which browsers keep it. The session may end earlier. */
  readonly maxAge: number;
  /** Seconds for which browsers keep the token of a device. */
  readonly deviceMaxAge: number;
}

export function makeSessionCookies({ publicUrl, maxAge, deviceMaxAge }: CookieParts): SessionCookies {
  const own = URL.parse(publicUrl ?? '');
  const publicPath = publicPathOf(publicUrl);
  const isSecure = (origin: URL) => 'https:' === origin.protocol || 'https:' === own?.protocol;
  /** Browsers send the cookies of all ports of a host, so the port is part of the name. */
  const nameAt = (origin: URL, what = 'console') =>
    `${isSecure(origin) ? '__Secure-' : ''}quire-${what}${origin.port && `-${origin.port}`}`;
  const cookie = (origin: URL, path: string, name: string, content: string) =>
    `${name}=${content}; Path=${path}; HttpOnly; SameSite=Strict${isSecure(origin) ? '; Secure' : ''}`;
  const valuesOf = ({ cookie = '' }: IncomingHttpHeaders, name: string) =>
    cookie.split(/; */).flatMap((pair) => (pair.startsWith(`${name}=`) ? pair.slice(name.length + 1) : []));
  const originOf = ({ origin = '', host }: IncomingHttpHeaders) => {
    const url = URL.parse(origin);
    return url?.origin === origin && (url.host === host?.toLowerCase() || origin === own?.origin)
      ? url
      : undefined;
  };
  return {
    requireOwnPage(headers) {
      const site = headers['sec-fetch-site'] ?? 'same-origin'; // browsers leave it out where the page came by plain HTTP
      if (!headers[PAGE_HEADER] || site !== 'same-origin' || !originOf(headers))
        throw new AppError('foreignPage', {
          reason: message('sentByPage', { origin: headers.origin ?? '', site: String(site) }),
        });
    },
    read(headers) {
      const origin = originOf(headers);
      if (!origin) return undefined;
      const found = valuesOf(headers, nameAt(origin));
      if (found.length > 1) throw new AppError('refreshTokenInvalid', { reason: message('severalCookies') });
      return found[0];
    },
    readDevice(headers) {
      const origin = originOf(headers);
      return origin && valuesOf(headers, nameAt(origin, 'device'))[0];
    },
    keep({ headers, base }, token, device) {
      const origin = originOf(headers);
      if (!origin) return {};
      const kept = token === undefined ? '; Max-Age=0' : `${token}; Max-Age=${maxAge}`;
      const path = publicPath + base + COOKIE_PATH; // browsers send it to this base alone
      const own = cookie(origin, path, nameAt(origin), kept);
      if (device === undefined) return { 'set-cookie': own };
      const remembered = cookie(origin, path, nameAt(origin, 'device'), `${device}; Max-Age=${deviceMaxAge}`);
      return { 'set-cookie': [own, remembered] };
    },
  };
}
