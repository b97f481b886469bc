import type { FastifyInstance, RouteOptions } from 'fastify';
import { everyone } from '../definitions/access-rule.ts';
import { AppError } from '../errors.ts';
import { pathOf } from './request-line.ts';

/** A path that routes share, and the methods that they take. */
interface Place {
  readonly url: string;
  readonly pattern: RegExp;
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
  // Asked by another method, the router would take the last word of these for a parameter of a route that takes it.
  for (const { url, methods } of places.filter((place) => isShadowed(place, places))) {
    const method = app.supportedMethods.filter((one) => !methods.includes(one));
    const config = { access: everyone };
    app.route({ method, url, config, schema: { hide: true }, onRequest: refuse, handler: refuse });
  }
}

function refusalOf(places: readonly Place[], url: string): AppError {
  const path = withoutSlash(pathOf(url, ''));
  const place = places.find(({ pattern }) => pattern.test(path));
  if (!place) return new AppError('notFound');
  return new AppError('methodNotAllowed', { headers: { allow: place.methods.join(', ') } });
}

/** Each path once, those without parameters first. `*` alone is the answer to questions of browsers about other origins. */
function placesOf(routes: readonly RouteOptions[]): Place[] {
  const byUrl = Map.groupBy(
    routes.filter(({ url }) => url !== '*'),
    ({ url }) => withoutSlash(url),
  );
  const places = [...byUrl].map(([url, sharing]) => ({
    url,
    pattern: patternOf(url),
    methods: [...new Set(sharing.flatMap(({ method }) => method))],
  }));
  return places.sort((one, other) => Number(hasParameters(one)) - Number(hasParameters(other)));
}

function hasParameters({ url }: Place): boolean {
  return /[:*]/.test(url);
}

function isShadowed(place: Place, places: readonly Place[]): boolean {
  return (
    !hasParameters(place) && places.some((other) => hasParameters(other) && other.pattern.test(place.url))
  );
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
