import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError, FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, badParameters, type FailureKey } from '../errors.ts';
import type { Dialect } from './dialects/dialect.ts';
import { failureBody } from './dialects/speak.ts';

// An import would load all that this module offers, a WebSocket too: a tenth of a start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** What is not HTTP at all never reaches a route; it is told in the same form, and the connection is closed. */
export function answerBrokenHttp(standard: Dialect) {
  return (error: ConnectionError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else endWith(socket, standard, new AppError(brokenHttp[error.code] ?? 'badParameters'));
  };
}

const brokenHttp: Readonly<Record<string, FailureKey>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
};

/** Node answers some requests by itself, and without a body. Here they come as far as all others. */
export function takeEveryRequest(app: FastifyInstance, standard: Dialect): void {
  app.server.on('checkExpectation', app.routing);
  app.server.on('connect', ({ method, url }: IncomingMessage, socket: Duplex) =>
    endWith(socket, standard, new AppError('methodNotAllowed'), `${method} ${url}`),
  );
}

/** What is wrong with a request's head, whatever it asks for. */
export function problemOf({ raw: { headers, httpVersion } }: FastifyRequest): AppError | undefined {
  if (headers.host === undefined && httpVersion === '1.1') return badParameters({ Host: '不能缺少' });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('expectationFailed');
  return undefined;
}

function endWith(socket: Duplex, standard: Dialect, failure: AppError, request = ''): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failureBody(standard, 'cms', failure, request));
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
