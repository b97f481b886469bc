import type { FastifyInstance, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { AppError } from '../../errors.ts';
import { lazy } from '../../shared/lazy.ts';
import { isOfLin } from '../dialects/asked-dialect.ts';
import { pathOf } from './request-head.ts';

/** A path with the methods of its routes. */
interface SharedPath {
  readonly url: string;
  /** Absent if the path has no parameters. */
  readonly pattern: RegExp | undefined;
  readonly methods: readonly string[];
}

/** Whether a request has a route, under its base. */
export function isServed({ is404, routeOptions, raw }: FastifyRequest): boolean {
  return !is404 && routeOptions !== undefined && !(routeOptions.config.isNotForLin && isOfLin(raw));
}

/**
 * Refuses requests without a route before their body is read: with 405 and the allowed methods if the path exists (RFC 9110,
 * 15.5.6), otherwise with 404. Call it before the routes are added, of which `routes` will be the list.
 *
 * If a path has no route for a method, the router takes `search` in `/v1/book/search` for an id. Therefore routes with
 * parameters refuse the paths of other routes.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  const all = lazy(() => new SharedPaths(routes));
  const forLin = lazy(() => new SharedPaths(routes.filter(({ config }) => !config?.isNotForLin)));
  const pathsFor = ({ raw }: FastifyRequest) => (isOfLin(raw) ? forLin() : all());
  const refuseOthers: onRequestHookHandler = (request, _reply, next) => {
    const methods = pathsFor(request).methodsOfPlain(askedPath(request.url));
    next(methods === undefined || methods.includes(request.method) ? undefined : notAllowed(methods));
  };
  app.addHook('onRoute', (route) => {
    if (route.url !== '*' && /[:*]/.test(route.url))
      route.onRequest = [refuseOthers, ...[route.onRequest ?? []].flat()];
  });
  app.addHook('onRequest', (request, _reply, next) =>
    next(isServed(request) ? undefined : pathsFor(request).refusalOf(askedPath(request.url))),
  );
  app.setNotFoundHandler(async (request) => {
    throw pathsFor(request).refusalOf(askedPath(request.url));
  });
}

/** The paths that are served under a base. */
class SharedPaths {
  readonly #all: readonly SharedPath[];
  readonly #plain: ReadonlyMap<string, readonly string[]>;

  constructor(routes: readonly RouteOptions[]) {
    this.#all = sharedPaths(routes);
    this.#plain = new Map(
      this.#all.flatMap((path) => (path.pattern ? [] : [[path.url, path.methods] as const])),
    );
  }

  /** The methods of a path that has no parameters. */
  methodsOfPlain(path: string): readonly string[] | undefined {
    return this.#plain.get(path);
  }

  refusalOf(path: string): AppError {
    const methods = this.#plain.get(path) ?? this.#all.find(({ pattern }) => pattern?.test(path))?.methods;
    return methods ? notAllowed(methods) : new AppError('notFound');
  }
}

function notAllowed(methods: readonly string[]): AppError {
  return new AppError('methodNotAllowed', { headers: { allow: methods.join(', ') } });
}

/** The path of a request in the form that the router compares. */
function askedPath(target: string): string {
  const path = withoutSlash(pathOf(target));
  return path.includes('%') ? decodeURI(path) : path; // what cannot be decoded is refused before
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
