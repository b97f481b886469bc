import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { AppError, type FailureKey } from '../../errors.ts';
import type { Language } from '../../messages/languages.ts';
import { failureBody } from '../dialects/answer-bodies.ts';
import { dialectAt } from '../dialects/asked-dialect.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { specification } from '../dialects/specification.ts';
import { languageOf } from './request-head.ts';

// An import would load the whole module, WebSocket included, which takes a tenth of a start.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

/** Answers bytes that are not HTTP in the same form as other failures, and closes the connection. */
export function answerBrokenHttp(own: Language) {
  return (error: ConnectionError, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy();
    const dialect = dialectIn((error as { rawPacket?: unknown }).rawPacket);
    const failure = new AppError(brokenHttp[error.code] ?? 'malformedRequest');
    endWith(socket, failure, { dialect, language: dialect.language ?? own });
  };
}

/** The dialect of a request that could not be read, if the bytes at fault begin with its first line. Earlier ones are not kept. */
function dialectIn(bytes: unknown): Dialect {
  const text = Buffer.isBuffer(bytes) ? bytes.toString('latin1', 0, 200) : '';
  const [, url = ''] = /^[A-Z]+ (\S*)/.exec(text) ?? [];
  return dialectAt(url);
}

const brokenHttp: Readonly<Record<string, FailureKey>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
};

/** Takes over the requests that Node would answer itself, without a body. */
export function takeEveryRequest(app: FastifyInstance, own: Language): void {
  app.server.on('checkExpectation', app.routing);
  app.server.on('connect', ({ method, url, headers }: IncomingMessage, socket: Duplex) => {
    const language = languageOf(headers, own);
    const request = `${method} ${url}`;
    endWith(socket, new AppError('methodNotAllowed'), { dialect: specification, language, request });
  });
}

interface BareAnswer {
  readonly dialect: Dialect;
  readonly language: Language;
  readonly request?: string;
}

function endWith(socket: Duplex, failure: AppError, { dialect, language, request = '' }: BareAnswer): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const style = { bodyForm: 'cms', language } as const;
  const status = dialect.bodies.statusOf(dialect, failure, style);
  const body = JSON.stringify(failureBody(dialect, style, failure, request));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${dialect.bodies.failureType}\r\n` +
      `Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
