import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError, FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, type FailureKey } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { failureBody } from '../dialects/answer-bodies.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { languageOf } from './language.ts';

// An import would load the whole module, WebSocket included, which takes a tenth of a start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Answers bytes that are not HTTP in the same form as other failures, and closes the connection. */
export function answerBrokenHttp(standard: Dialect, language: Language) {
  return (error: ConnectionError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else endWith(socket, new AppError(brokenHttp[error.code] ?? 'badParameters'), { standard, language });
  };
}

const brokenHttp: Readonly<Record<string, FailureKey>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
};

/** Takes over the requests that Node would answer itself, without a body. */
export function takeEveryRequest(app: FastifyInstance, standard: Dialect, own: Language): void {
  app.server.on('checkExpectation', app.routing);
  app.server.on('connect', ({ method, url, headers }: IncomingMessage, socket: Duplex) => {
    const language = languageOf(headers, own);
    endWith(socket, new AppError('methodNotAllowed'), { standard, language, request: `${method} ${url}` });
  });
}

/** The first problem in a request's head that no route could accept. */
export function problemOf({ raw: { headers } }: FastifyRequest): AppError | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    return new AppError('encodingRefused', { headers: { 'accept-encoding': 'identity' } });
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    return new AppError('expectationFailed');
  return undefined;
}

interface BareAnswer {
  readonly standard: Dialect;
  readonly language: Language;
  readonly request?: string;
}

function endWith(socket: Duplex, failure: AppError, { standard, language, request = '' }: BareAnswer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify(failureBody(standard, { bodyForm: 'cms', language }, failure, request));
  socket.end(
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
