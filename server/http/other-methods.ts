import type { FastifyInstance, RouteOptions } from 'fastify';
import { everyone } from '../definitions/access-rule.ts';
import { AppError } from '../errors.ts';
import { pathOf } from './request-line.ts';

/** A path that routes share, and the methods that they take. */
interface Place {
  readonly url: string;
  /** What its parameters may stand for; absent where it has none. */
  readonly pattern: RegExp | undefined;
  readonly methods: readonly string[];
}

/**
 * What no route takes is refused before its body is read: where these routes' paths are asked for by another method, telling
 * which they take (RFC 9110, 15.5.6); all else is not found.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  const places = placesOf(routes);
  app.addHook('onRequest', (request, _reply, next) =>
    next(request.is404 ? refusalOf(places, request.url) : undefined),
  );
  const refuse = async ({ url }: { url: string }) => {
    throw refusalOf(places, url);
  };
  app.setNotFoundHandler(refuse);
  const config = { access: everyone };
  const withParameters = places.filter(({ pattern }) => pattern);
  for (const { url, methods } of places.filter(({ pattern }) => !pattern)) {
    const method = methodsAt(url, withParameters).filter((one) => !methods.includes(one));
    if (method.length > 0)
      app.route({ method, url, config, schema: { hide: true }, onRequest: refuse, handler: refuse });
  }
}

function refusalOf(places: readonly Place[], asked: string): AppError {
  const path = withoutSlash(pathOf(asked, ''));
  const place = places.find(({ url }) => url === path) ?? places.find(({ pattern }) => pattern?.test(path));
  if (!place) return new AppError('notFound');
  return new AppError('methodNotAllowed', { headers: { allow: place.methods.join(', ') } });
}

/** Each path once. `*` alone is the answer to questions of browsers about other origins. */
function placesOf(routes: readonly RouteOptions[]): Place[] {
  const byUrl = Map.groupBy(
    routes.filter(({ url }) => url !== '*'),
    ({ url }) => withoutSlash(url),
  );
  return [...byUrl].map(([url, sharing]) => ({
    url,
    pattern: /[:*]/.test(url) ? patternOf(url) : undefined,
    methods: [...new Set(sharing.flatMap(({ method }) => method))],
  }));
}

/** The methods by which the router would take a word of this path for a parameter of one of these. */
function methodsAt(path: string, places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ pattern, methods }) => (pattern?.test(path) ? methods : [])))];
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.+';
    return part.startsWith(':') ? '[^/]+' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('/')}$`);
}
