import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

const TELL_EVERY_MS = 10_000;

/**
 * Refuses what comes while so many requests are worked on, before anything is spent on it: those that run are answered in
 * time, and the next second has room again. A request counts from when it has arrived whole, so that slow senders hold no
 * place, and one that is answered from memory not at all; one that is always answered is exempt.
 */
export function refuseOverload(app: FastifyInstance, most: number): void {
  let running = 0;
  let refused = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const isTooMuch = ({ routeOptions }: FastifyRequest) =>
    running >= most && !routeOptions.config.isAlwaysAnswered;
  const refuse = () => {
    refused += 1;
    if (performance.now() - toldAt > TELL_EVERY_MS) {
      toldAt = performance.now();
      app.log.warn({ running, refused }, 'more requests at once than REQUESTS_AT_ONCE: some are refused');
    }
    return new AppError('overloaded', { headers: { 'retry-after': '1' } });
  };

  app.addHook('onRequest', (request, _reply, next) => next(isTooMuch(request) ? refuse() : undefined));
  app.addHook('preValidation', (request, reply, next) => {
    if (isTooMuch(request)) return next(refuse());
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
    });
    next();
  });
}
