import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badParameters } from '../errors.ts';
import { readBody } from './read-body.ts';

/** JSON is read whole. A route that accepts another type is handed its body as a stream; any other body is refused. */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) =>
    readBody(bytes),
  );
  app.addContentTypeParser('*', async (request: FastifyRequest, stream: IncomingMessage) => {
    const { accepts = 'application/json' } = request.routeOptions.config;
    if (
      request.is404 ||
      accepts === '*/*' ||
      request.headers['content-type']?.toLowerCase().startsWith(`${accepts};`)
    )
      return stream;
    throw badParameters({ 'Content-Type': `必须是 ${accepts}` });
  });
}

/** Routes of this scope are handed JSON, too, as a stream where they accept it. */
export function streamJson(scope: FastifyInstance): void {
  scope.removeContentTypeParser('application/json');
}
