import type { FastifyInstance, RouteOptions } from 'fastify';
import { everyone } from '../../definitions/access-rule.ts';
import { AppError } from '../../errors.ts';
import { pathOf } from './request-line.ts';

/** A path with the methods of its routes. */
interface SharedPath {
  readonly url: string;
  /** Absent if the path has no parameters. */
  readonly pattern: RegExp | undefined;
  readonly methods: readonly string[];
}

/**
 * Refuses requests without a route before their body is read: with 405 and the allowed methods if the path exists
 * (RFC 9110, 15.5.6), otherwise with 404.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  const paths = sharedPaths(routes);
  app.addHook('onRequest', (request, _reply, next) =>
    next(request.is404 ? refusalOf(paths, request.url) : undefined),
  );
  const refuse = async ({ url }: { url: string }) => {
    throw refusalOf(paths, url);
  };
  app.setNotFoundHandler(refuse);
  const config = { access: everyone };
  const withParameters = paths.filter(({ pattern }) => pattern);
  for (const { url, methods } of paths.filter(({ pattern }) => !pattern)) {
    const method = methodsAt(url, withParameters).filter((one) => !methods.includes(one));
    if (method.length > 0)
      app.route({ method, url, config, schema: { hide: true }, onRequest: refuse, handler: refuse });
  }
}

function refusalOf(paths: readonly SharedPath[], target: string): AppError {
  const path = withoutSlash(pathOf(target, ''));
  const known = paths.find(({ url }) => url === path) ?? paths.find(({ pattern }) => pattern?.test(path));
  if (!known) return new AppError('notFound');
  return new AppError('methodNotAllowed', { headers: { allow: known.methods.join(', ') } });
}

/** Each path once. The path `*` belongs to the CORS library. */
function sharedPaths(routes: readonly RouteOptions[]): SharedPath[] {
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

/** The methods with which the router would match this path to one of these paths with parameters. */
function methodsAt(path: string, paths: readonly SharedPath[]): string[] {
  return [...new Set(paths.flatMap(({ pattern, methods }) => (pattern?.test(path) ? methods : [])))];
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
