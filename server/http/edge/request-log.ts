import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { aboutRequest } from './about-request.ts';
import { type OnAnswered, sentStatus, tellAnswers } from './answered.ts';
import { readableLog } from './readable-log.ts';
import { mergeRepeated } from './repeated-errors.ts';
import { pathOf } from './request-line.ts';

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
