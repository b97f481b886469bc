import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unfit } from '../../database/values.ts';
import { AppError, contentTypeRefused, malformedRequest } from '../../errors.ts';
import { type Language, message, render } from '../../messages/index.ts';
import { RecordsRefused } from '../../records/write/records-refused.ts';
import { type BodyStyle, bodyFormAt, dialectOf, failureBody, recordsRefusedBody } from '../dialects/index.ts';
import { HungUp } from './hang-up.ts';
import { isServed } from './other-methods.ts';
import type { RefusalLog } from './refusal-log.ts';
import { languageOf, pathOf, variesByLanguage } from './request-head.ts';
import { aboutRequest } from './request-log.ts';

/** Answers every failure in the dialect of the request's base; first logs refusals and unexpected errors. */
export function makeFailureHandler(refusals: RefusalLog, own: Language) {
  return async (thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = toAppError(thrown);
    request.failure = error;
    const dialect = dialectOf(request.raw);
    const { bodyForm, failureForm, challenge } = isServed(request) ? request.routeOptions.config : {};
    const path = pathOf(request.url);
    if (error.status >= 500 && error.key !== 'overloaded')
      request.server.log.error(
        {
          err: error.cause ?? error,
          ...(error.reason && { reason: render(error.reason, 'en') }),
          ...aboutRequest(request),
        },
        error.key,
      );
    // Refused even if the log cannot be written.
    await refusals.note(error, request, path).catch((cause) => {
      request.server.log.error({ err: cause, ...aboutRequest(request) }, 'a refusal could not be logged');
    });
    const style: BodyStyle = {
      bodyForm: bodyForm ?? bodyFormAt(path),
      language: languageOf(request.headers, dialect.language ?? own),
      sent: request,
    };
    const told = dialect.bodies.statusOf(dialect, error, style);
    const status = challenge && error.status === 401 ? 401 : told; // clients sign in again by this status alone
    const line = `${request.method} ${path}`;
    const body =
      error instanceof RecordsRefused
        ? await recordsRefusedBody(dialect, style, error, line)
        : failureBody(dialect, style, error, line);
    variesByLanguage(reply);
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store'); // HTTP lets caches keep a 404 or 405 that says nothing
    if (failureForm)
      return void (await reply
        .code(failureForm.statusOf(error))
        .headers(error.headers)
        .type(failureForm.type)
        .send(JSON.stringify(failureForm.bodyOf(error, style.language))));
    // With its key, a request that is sent again is done once.
    if (error.key === 'outcomeUnknown' && isKeyed(request)) reply.header('retry-after', '1');
    await reply
      .code(status)
      .headers({
        ...challenged(dialect.bodies.headersOf(error, status), status, challenge?.(dialect.base)),
        ...error.headers,
      })
      .type(dialect.bodies.failureType)
      .send(JSON.stringify(body));
  };
}

/** The headers of a refusal, with what its route adds for those who have to sign in first. */
function challenged(
  headers: Readonly<Record<string, string>>,
  status: number,
  challenge: string | undefined,
): Readonly<Record<string, string>> {
  if (status !== 401 || challenge === undefined) return headers;
  return {
    ...headers,
    'www-authenticate': `${headers['www-authenticate'] ?? 'Bearer realm="quire"'}, ${challenge}`,
  };
}

function isKeyed(request: FastifyRequest): boolean {
  const takesKeys = isServed(request) && request.routeOptions.config.takesKeys === true;
  return takesKeys && request.headers['idempotency-key'] !== undefined;
}

/** Errors of the operating system for files: no space, no right or room to write, a broken disk. */
const DISK: ReadonlyMap<unknown, 'diskFull' | 'diskReadOnly' | 'diskBroken'> = new Map([
  ['ENOSPC', 'diskFull'],
  ['EDQUOT', 'diskFull'],
  ['EROFS', 'diskReadOnly'],
  ['EIO', 'diskBroken'],
]);

/** Turns errors of the HTTP library into this server's. Anything else becomes `unexpected`; its cause goes to the server log. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HungUp) return new AppError('overloaded', { cause: error }); // nobody reads it, and it is not logged
  if (error instanceof Unfit) return new AppError('valueUnfit', { cause: error });
  const { code, statusCode, validation } = error as {
    code?: string;
    statusCode?: number;
    validation?: unknown;
  };
  const disk = DISK.get(code);
  if (disk) return new AppError('storageUnavailable', { detail: message(disk), cause: error });
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('bodyTooLarge', { cause: error });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return contentTypeRefused(message('notAMediaType'));
  if (code === 'FST_ERR_BAD_URL') return malformedRequest({ '': message('badEncoding') });
  if (validation || (statusCode !== undefined && statusCode >= 400 && statusCode < 500)) {
    return new AppError('malformedRequest', { cause: error });
  }
  return new AppError('unexpected', { cause: error });
}
