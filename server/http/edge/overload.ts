import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Limits } from './limits.ts';

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

/** Up to this limit, one network may take all slots. */
const FEW_PLACES = 50;
/** The share of the slots that one network may take: for waiting and handled requests together, and for handled ones. */
const PRESENT = 0.75;
const HANDLED = 0.125;

/** The requests of one network. */
interface Line {
  handled: number;
  readonly waiting: (() => void)[];
}

/**
 * The slots for requests that a process handles at a time, divided among networks. Once a network has used its share, its
 * further requests wait, so they cannot fill the queues for database connections.
 */
export class RequestSlots {
  readonly #most: number;
  readonly #mostPresent: number;
  readonly #mostHandled: number;
  readonly #lines = new Map<string, Line>();
  /** How many slots are taken. */
  taken = 0;

  constructor(most: number) {
    const part = (share: number) => Math.max(Math.min(most, FEW_PLACES), Math.ceil(most * share));
    this.#most = most;
    this.#mostPresent = part(PRESENT);
    this.#mostHandled = part(HANDLED);
  }

  get isFull(): boolean {
    return this.taken >= this.#most;
  }

  /** Takes a slot and begins the work, now or once others of its network are done; false if there is no slot. */
  enter(network: string, begin: () => void): boolean {
    const line = this.#lines.get(network) ?? { handled: 0, waiting: [] };
    if (this.isFull || line.handled + line.waiting.length >= this.#mostPresent) return false;
    this.taken += 1;
    this.#lines.set(network, line);
    if (line.handled < this.#mostHandled) {
      line.handled += 1;
      begin();
    } else line.waiting.push(begin);
    return true;
  }

  /** Frees the slot of work that began. */
  leave(network: string): void {
    const line = this.#lines.get(network);
    if (!line) return;
    this.taken -= 1;
    const next = line.waiting.shift();
    if (next)
      setImmediate(next); // not at once: each of many could answer in the call of the one before
    else if (line.handled > 1) line.handled -= 1;
    else this.#lines.delete(network);
  }
}

/** Bytes of answers that their readers have not taken yet, by network. */
export class Unread {
  #all = 0;
  readonly #byNetwork = new Map<string, number>();
  readonly #bySocket = new WeakMap<Socket, Map<object, () => void>>();

  /** The total; a network's own count needs a look only if the total is high. */
  get all(): number {
    return this.#all;
  }

  of(network: string): number {
    return this.#byNetwork.get(network) ?? 0;
  }

  /** Counts an answer until it is taken, or its connection has gone. */
  add(socket: Socket, answer: object, { network, bytes }: { network: string; bytes: number }): void {
    this.#count(network, bytes);
    this.#answersOn(socket).set(answer, () => this.#count(network, -bytes));
  }

  /** Call it when an answer was read or given up. */
  remove(socket: Socket, answer: object): void {
    const answers = this.#bySocket.get(socket);
    answers?.get(answer)?.();
    answers?.delete(answer);
  }

  #answersOn(socket: Socket): Map<object, () => void> {
    const known = this.#bySocket.get(socket);
    if (known) return known;
    const answers = new Map<object, () => void>();
    this.#bySocket.set(socket, answers);
    // An answer that waits behind others has no end of its own if the connection breaks.
    socket.once('close', () => {
      for (const release of answers.values()) release();
      answers.clear();
    });
    return answers;
  }

  #count(network: string, bytes: number): void {
    this.#all += bytes;
    const own = this.of(network) + bytes;
    if (own > 0) this.#byNetwork.set(network, own);
    else this.#byNetwork.delete(network);
  }
}
