import type { FastifyInstance, RouteOptions } from 'fastify';

/** A route that does not say who may use it stops the start. Returns the routes, those included that are mounted later. */
export function requireDeclaredAccess(app: FastifyInstance): readonly RouteOptions[] {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const undeclared = routes
      .filter(({ config }) => !config?.access)
      .map(({ method, url }) => `${method} ${url}`);
    if (undeclared.length > 0)
      throw new Error(`These routes do not declare who may use them: ${undeclared.join(', ')}`);
  });
  return routes;
}
