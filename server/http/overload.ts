import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../errors.ts';

const TELL_EVERY_MS = 10_000;

/**
 * Refuses what comes while so many requests are worked on, before anything is spent on it: those that run are answered in
 * time, and the next second has room again. A request counts from when it has arrived whole, so that slow senders hold no place;
 * one that carries its own answer, such as whether the process lives, is exempt.
 */
export function refuseOverload(app: FastifyInstance, most: number): void {
  let running = 0;
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const enter = (reply: FastifyReply) => {
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
    });
  };
  const refuse = () => {
    refused += 1;
    if (performance.now() - toldAt > TELL_EVERY_MS) {
      toldAt = performance.now();
      app.log.warn({ running, refused }, 'more requests at once than REQUESTS_AT_ONCE: some are refused');
    }
    return new AppError('overloaded', { headers: { 'retry-after': '1' } });
  };

  app.addHook('onRequest', (request, reply, next) => {
    if (running >= most && !request.routeOptions.config.isAlwaysAnswered) return next(refuse());
    if (!hasBody(request.headers)) enter(reply);
    next();
  });
  app.addHook('preValidation', (request, reply, next) => {
    if (!hasBody(request.headers)) return next();
    if (running >= most) return next(refuse());
    enter(reply);
    next();
  });
}

function hasBody(headers: Readonly<Record<string, unknown>>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
