import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '../access/actor.ts';
import { AppError, type FailureKey } from '../errors.ts';
import { log } from '../records/log.record.ts';
import type { Records } from '../records/records.ts';
import type { Dialect } from './dialects/dialect.ts';
import { familyOf, pathOf } from './request-line.ts';
import { toAppError } from './to-app-error.ts';

/** Refusals are kept in the audit log: who was not let in, where, and why. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 422, 429]);

/** Every failure leaves through here: logged where it is a refusal or unexpected, then told in the route's dialect. */
export function makeFailureHandler(records: Records, standard: Dialect) {
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = toAppError(thrown);
    const { dialect = standard, family } = request.routeOptions?.config ?? {};
    const path = pathOf(request.url, dialect.base);
    if (error.status >= 500)
      request.log.error({ err: error.cause ?? error, requestId: request.id }, error.key);
    if (REFUSED.has(error.status)) await logRefusal(records, error, request, path);
    const body = dialect.failure(error, family ?? familyOf(path), `${request.method} ${path}`);
    await reply.code(error.status).headers(error.headers).type('application/json; charset=utf-8').send(body);
  };
}

async function logRefusal(
  records: Records,
  error: AppError,
  request: FastifyRequest,
  path: string,
): Promise<void> {
  const { actor = anonymous, permission = '' } = request.door?.admission ?? {};
  const reason = error.reason ? `（${error.reason}）` : '';
  const act = { actor, requestId: request.id, now: Date.now() };
  const line = {
    message: `${actor.username} 被拒绝：${error.text}${reason}`
      .trim()
      .toWellFormed()
      .replaceAll('\0', '')
      .slice(0, 900),
    user_id: actor.id,
    username: actor.username,
    status_code: error.status,
    method: request.method,
    path: path.slice(0, 400),
    permission,
  };
  try {
    await records.write(act, async (writes) => void (await writes.create(log, line)));
  } catch (cause) {
    // The caller stays refused even when the refusal cannot be noted.
    request.log.error({ err: cause, requestId: request.id }, 'a refusal could not be logged');
  }
}

/** What is not HTTP at all never reaches a route; it is told in the same form, and the connection is closed. */
export function answerBrokenHttp(standard: Dialect) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const failure = new AppError(brokenHttp[error.code] ?? 'badParameters');
    const body = JSON.stringify(standard.failure(failure, 'cms', ''));
    const head = `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n`;
    socket.end(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
}

const brokenHttp: Readonly<Record<string, FailureKey>> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
};
