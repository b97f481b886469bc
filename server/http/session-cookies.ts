import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors.ts';

/** The header that the console sends and a page of another origin cannot: the session that the page believes to be in. */
export const PAGE_HEADER = 'x-quire-console';

/** Where browsers send the cookie, and nowhere else. */
export const COOKIE_PATH = '/cms/console/session';

/** How the console's refresh token is kept by the browser, out of reach of scripts. */
export interface SessionCookies {
  /** Throws unless a page of this server sent the request. */
  requireOwnPage(headers: IncomingHttpHeaders): void;
  /** The refresh token that the browser keeps; undefined without one. Throws where there are several: another server may have set one of them. */
  read(headers: IncomingHttpHeaders): string | undefined;
  /** Headers of an answer after which the browser keeps this token; no token: none. */
  keep(headers: IncomingHttpHeaders, token: string | undefined): Readonly<Record<string, string>>;
}

interface CookieParts {
  readonly publicUrl: string | undefined;
  /** Seconds for which browsers keep it; the session may end before. */
  readonly maxAge: number;
}

export function makeSessionCookies({ publicUrl, maxAge }: CookieParts): SessionCookies {
  const own = URL.parse(publicUrl ?? '');
  const path = (own?.pathname.replace(/\/+$/, '') ?? '') + COOKIE_PATH;
  const isSecure = (origin: URL) => 'https:' === origin.protocol || 'https:' === own?.protocol;
  /** Browsers send the cookies of all ports of a host, so the port is part of the name. */
  const nameAt = (origin: URL) =>
    `${isSecure(origin) ? '__Secure-' : ''}quire-console${origin.port && `-${origin.port}`}`;
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
          reason: `sent by ${headers.origin ?? 'no page'}, a page of ${site}`,
        });
    },
    read(headers) {
      const origin = originOf(headers);
      if (!origin) return undefined;
      const start = `${nameAt(origin)}=`;
      const found = (headers.cookie ?? '').split(/; */).filter((pair) => pair.startsWith(start));
      if (found.length > 1) throw new AppError('refreshTokenInvalid', { reason: 'several cookies' });
      return found[0]?.slice(start.length);
    },
    keep(headers, token) {
      const origin = originOf(headers);
      if (!origin) return {};
      const kept = token === undefined ? '; Max-Age=0' : `${token}; Max-Age=${maxAge}`;
      const secure = isSecure(origin) ? '; Secure' : '';
      return {
        'set-cookie': `${nameAt(origin)}=${kept}; Path=${path}; HttpOnly; SameSite=Strict${secure}`,
      };
    },
  };
}
