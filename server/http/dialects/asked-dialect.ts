import type { IncomingMessage } from 'node:http';
import { dialects } from './all.ts';
import type { Dialect } from './dialect.ts';

const [plain, ...based] = dialects;
const asked = new WeakMap<IncomingMessage, Dialect>();

/**
 * The URL of a request without the base of a dialect, for the router: each route is mounted once for all dialects. Afterwards,
 * `dialectOf` returns the dialect that was asked for.
 */
export function takeBase(request: IncomingMessage): string {
  const { url = '' } = request;
  const start = url.startsWith('/') ? 0 : (/^https?:\/\/[^/]*/i.exec(url)?.[0].length ?? 0);
  for (const dialect of based) {
    const end = start + dialect.base.length;
    if (!url.startsWith(dialect.base, start) || !/^[/?]?$/.test(url.charAt(end))) continue;
    asked.set(request, dialect);
    return url.slice(0, start) + url.slice(end).replace(/^(?!\/)/, '/');
  }
  return url;
}

/** The dialect that a request asks for by its base. */
export function dialectOf(request: IncomingMessage): Dialect {
  return asked.get(request) ?? plain;
}

/** Whether a request uses the base `/`. Some routes are served only there. */
export function isOnPlainBase(request: IncomingMessage): boolean {
  return !asked.has(request);
}
