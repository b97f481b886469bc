import type { FastifyInstance, RouteOptions } from 'fastify';

/** Stops the start at a route without an access rule. Returns the list of routes, which also gets those mounted later. */
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
