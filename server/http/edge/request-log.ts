import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { tellAnswers } from './answered.ts';
import { readableLog } from './readable-log.ts';
import { pathOf } from './request-line.ts';

/** `auto` is text on a terminal, and JSON elsewhere. */
export type LogFormat = 'auto' | 'text' | 'json';

/**
 * Gives the app and its requests a log of this level; its lines name their request. Fastify's own log would create an object
 * for each request and listen to each answer.
 */
export function openLog(app: FastifyInstance, level: string, format: LogFormat = 'auto'): void {
  const isRead = format === 'text' || (format === 'auto' && process.stdout.isTTY);
  const log = isRead
    ? pino(
        { level },
        readableLog((text) => process.stdout.write(text)),
      )
    : pino({ level });
  Object.assign(app, { log });
  const answered = tellAnswers(app);
  app.addHook('onRequest', (request, reply, next) => {
    request.log = log;
    reply.log = log;
    answered.await(request, reply);
    next();
  });
  if (log.isLevelEnabled('info')) logAnswers(app);
}

/** One line for each answer; of the request it holds only method and path. */
function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { id: requestId, method, originalUrl } = request;
    const { statusCode: status, elapsedTime } = reply;
    request.log.info(
      { requestId, method, path: pathOf(originalUrl), status, ms: Math.round(elapsedTime) },
      'answered',
    );
    next();
  });
}
