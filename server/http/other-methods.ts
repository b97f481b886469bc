import type { FastifyInstance, RouteOptions } from 'fastify';
import { everyone } from '../definitions/access-rule.ts';
import { AppError } from '../errors.ts';
import { pathOf } from './request-line.ts';

/**
 * Refuses what these routes' paths are asked for by any other method, and tells which they take (RFC 9110, 15.5.6); a path
 * that none of them has is not found. Methods that the router does not know find no route, so their paths are compared here.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly RouteOptions[]): void {
  const byPath = Map.groupBy(routes.filter(isPlace), ({ url }) => withoutSlash(url));
  const paths = [...byPath].map(([url, sharing]) => {
    const allowed = [...new Set(sharing.flatMap(({ method }) => method))];
    const refuse = async () => {
      throw new AppError('methodNotAllowed', { headers: { allow: allowed.join(', ') } });
    };
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url,
      config: { ...sharing[0]?.config, access: everyone },
      schema: { hide: true },
      onRequest: refuse,
      handler: refuse,
    });
    return { url, pattern: patternOf(url), refuse };
  });
  app.setNotFoundHandler(async (request) => {
    const path = withoutSlash(pathOf(request.url, ''));
    const known = paths.find(({ url }) => url === path) ?? paths.find(({ pattern }) => pattern.test(path));
    await known?.refuse();
    throw new AppError('notFound');
  });
}

/** `*` stands for every path: the answer to questions of browsers about other origins. */
function isPlace({ url }: RouteOptions): boolean {
  return url !== '*';
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function patternOf(url: string): RegExp {
  const parts = url.split('/').map((part) => (/^[:*]/.test(part) ? '[^/]+' : RegExp.escape(part)));
  return new RegExp(`^${parts.join('/')}$`);
}
