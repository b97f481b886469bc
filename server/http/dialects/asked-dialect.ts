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
  const start = startOf(url);
  const dialect = basedAt(url, start);
  if (!dialect) return url;
  asked.set(request, dialect);
  return url.slice(0, start) + url.slice(start + dialect.base.length).replace(/^(?!\/)/, '/');
}

/** The dialect of a URL. */
export function dialectAt(url: string): Dialect {
  return basedAt(url, startOf(url)) ?? plain;
}

/** Where the path of a URL starts. */
function startOf(url: string): number {
  return url.startsWith('/') ? 0 : (/^https?:\/\/[^/]*/i.exec(url)?.[0].length ?? 0);
}

function basedAt(url: string, start: number): Dialect | undefined {
  for (const dialect of based) {
    const { base } = dialect;
    if (url.startsWith(base, start) && /^[/?]?$/.test(url.charAt(start + base.length))) return dialect;
  }
  return undefined;
}

/** The dialect that a request asks for by its base. */
export function dialectOf(request: IncomingMessage): Dialect {
  return asked.get(request) ?? plain;
}

/** Whether a request uses a base of clients of the Lin CMS family. Some routes are not served there. */
export function isOfLin(request: IncomingMessage): boolean {
  return asked.get(request)?.isForLin === true;
}
