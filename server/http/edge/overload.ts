import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/sign-in/network.ts';
import { AppError } from '../../errors.ts';
import type { Limits } from './limits.ts';
import { RequestSlots } from './request-slots.ts';
import { Unread } from './unread.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The network to which the request counts while it is handled. */
    place: string | undefined;
  }
}

const TELL_EVERY_MS = 10_000;
/** The bytes of answers that one network, or all of them, may leave unread before more requests are refused. */
const UNREAD = { each: 64_000_000, inAll: 512_000_000 };
/** Shorter answers fit into the buffers of an idle connection. */
const FITS_BUFFERS = 16_384;

/**
 * Answers 503 early once `requestsAtOnce` requests are being handled, so that those are answered in time. One network gets at
 * most three quarters of the slots; an eighth of these are handled while the others wait. A request counts from the end of its
 * body until its answer, so slow senders and readers hold no slot. Cached answers do not count, and routes with
 * `isAlwaysAnswered` are exempt.
 */
export function refuseOverload(app: FastifyInstance, { requestsAtOnce: most }: Limits): void {
  const slots = new RequestSlots(most);
  const unread = new Unread();
  let refused = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const leavesUnread = ({ address }: FastifyRequest) =>
    unread.all > UNREAD.each && (unread.all > UNREAD.inAll || unread.of(networkOf(address)) > UNREAD.each);
  const isTooMuch = (request: FastifyRequest) =>
    (slots.isFull || leavesUnread(request)) && !request.routeOptions.config.isAlwaysAnswered;
  const refuse = () => {
    refused += 1;
    if (performance.now() - loggedAt > TELL_EVERY_MS) {
      loggedAt = performance.now();
      app.log.warn(
        { running: slots.taken, refused },
        'more requests at once than REQUESTS_AT_ONCE: some are refused',
      );
    }
    return new AppError('overloaded', { headers: { 'retry-after': '1' } });
  };

  app.decorateRequest('place', undefined);
  app.addHook('onRequest', (request, _reply, next) => next(isTooMuch(request) ? refuse() : undefined));
  app.addHook('preValidation', (request, _reply, next) => {
    if (request.routeOptions.config.isAlwaysAnswered) return next();
    const network = networkOf(request.address);
    const hasEntered = slots.enter(network, () => {
      request.place = network;
      next();
    });
    if (!hasEntered) next(refuse());
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    if (request.place !== undefined) slots.leave(request.place);
    request.place = undefined;
    const bytes = sizeOf(payload);
    const { socket } = request.raw;
    const isNext = reply.raw.socket === socket && socket.writableLength === 0;
    if (bytes > (isNext ? FITS_BUFFERS : 0)) {
      unread.add(socket, reply.raw, { network: networkOf(request.address), bytes });
      reply.raw.once('close', () => unread.remove(socket, reply.raw));
    }
    next(null, payload);
  });
}

/** Streams are read only as fast as their reader takes them. */
function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}
