import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, pino } from 'pino';
import type { AppError } from '../../errors.ts';
import { readTraceparent } from '../../shared/text/traceparent.ts';
import { readableLog } from './readable-log.ts';
import { mergeRepeated } from './repeated-errors.ts';
import { pathOf } from './request-head.ts';

/** `auto` is text on a terminal, and JSON elsewhere. */
export type LogFormat = 'auto' | 'text' | 'json';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sets the level of the log from now on. */
    readonly setLogLevel: (level: string) => void;
  }
}

/**
 * Gives the app and its requests a log of this level; its lines name their request. Fastify's own log would create an object
 * for each request and listen to each answer.
 */
export function openLog(app: FastifyInstance, level: string, format: LogFormat = 'auto'): void {
  const repeated = mergeRepeated();
  const log = makeLog(level, format, repeated.hooks);
  Object.assign(app, { log });
  const answered = tellAnswers(app);
  const tellAnswer = answerTeller(log);
  app.decorate('setLogLevel', (next) => {
    log.level = next;
    if (log.isLevelEnabled('info')) answered.listen(tellAnswer);
    else answered.end(tellAnswer);
  });
  app.setLogLevel(level);
  app.addHook('onRequest', (request, reply, next) => {
    request.log = log;
    reply.log = log;
    answered.watch(request, reply);
    next();
  });
  app.addHook('onClose', async () => repeated.flush());
}

function makeLog(level: string, format: LogFormat, hooks: ReturnType<typeof mergeRepeated>['hooks']): Logger {
  const isRead = format === 'text' || (format === 'auto' && process.stdout.isTTY);
  const options = { level, hooks };
  return isRead
    ? pino(
        options,
        readableLog((text) => process.stdout.write(text)),
      )
    : pino(options);
}

/** One line for each answer; of what was sent it holds only method and path. */
function answerTeller(log: Logger): OnAnswered {
  return (request, reply, ms) => {
    const { method, originalUrl, failure } = request;
    log.info(
      {
        ...aboutRequest(request),
        method,
        path: pathOf(originalUrl),
        status: sentStatus(reply),
        ...(failure && { failure: failure.key }),
        ms: Math.round(ms),
      },
      'answered',
    );
  };
}

/** What each line of the log about a request says of it: its id, who sent it from where, and its trace if it has one. */
export function aboutRequest(request: FastifyRequest) {
  const { actor } = request.admission ?? {};
  const traceparent = request.headers.traceparent as string | undefined; // Node joins what is repeated
  const trace = traceparent === undefined ? undefined : readTraceparent(traceparent);
  return {
    requestId: request.id,
    ...(actor && actor.id > 0n && { userId: actor.id }),
    ...(actor?.key && { keyId: actor.key.id }),
    ...(actor?.impersonator && { impersonatorId: actor.impersonator.id }),
    address: request.address,
    ...(trace && { traceId: trace.id }),
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly answered: Answered;
  }
  interface FastifyRequest {
    /** Why the request failed; undefined if it did not. */
    failure: AppError | undefined;
  }
}

/** Hears of a request that has been answered, or whose client has gone, and how long that took in milliseconds. */
type OnAnswered = (request: FastifyRequest, reply: FastifyReply, ms: number) => void;

/** Tells of each answer once it has left. While nobody listens, it costs nothing. */
class Answered {
  readonly #listeners = new Set<OnAnswered>();

  listen(listener: OnAnswered): void {
    this.#listeners.add(listener);
  }

  end(listener: OnAnswered): void {
    this.#listeners.delete(listener);
  }

  /** Watches the answer to a request that has just arrived. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#listeners.size === 0) return;
    const began = performance.now();
    reply.raw.once('close', () => {
      const ms = performance.now() - began;
      for (const tell of this.#listeners) tell(request, reply, ms);
    });
  }
}

/** Lets an app tell of its answers; each request that arrives is to be watched. */
function tellAnswers(app: FastifyInstance): Answered {
  const answered = new Answered();
  app.decorate('answered', answered);
  app.decorateRequest('failure', undefined);
  return answered;
}

/** The status of an answer, as the log of a proxy tells it: 499 where the client had gone before it was sent. */
export function sentStatus({ raw, statusCode }: FastifyReply): number {
  return raw.writableEnded ? statusCode : 499;
}
