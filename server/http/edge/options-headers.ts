import type { FastifyInstance } from 'fastify';
import type { Route } from '../route.ts';
import { pathOf } from './request-line.ts';

/** Adds the headers that a route declares to answers to OPTIONS. The CORS library writes the rest of these answers. */
export function addOptionsHeaders(app: FastifyInstance, routes: readonly Route[]): void {
  const byPath = new Map(
    routes.flatMap(({ path, optionsHeaders }) => (optionsHeaders ? [[path, optionsHeaders] as const] : [])),
  );
  app.addHook('onRequest', (request, reply, next) => {
    const headers = request.method === 'OPTIONS' ? byPath.get(pathOf(request.url)) : undefined;
    if (headers) reply.headers(headers);
    next();
  });
}
