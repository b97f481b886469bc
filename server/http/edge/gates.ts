import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import type { AppError } from '../../errors.ts';
import type { ShownRecords } from '../../records/lists/export.ts';
import type { MaybePromise } from '../../shared/maybe-promise.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly gates: Gates;
  }
  interface FastifyRequest {
    /** The records that its answer holds so far: those of a stream are counted while it is read. */
    shown: ShownRecords | undefined;
  }
}

/** Asked once it is known who sends a request, before their rights are; answers why the request is refused. */
export type Gate = (
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
) => MaybePromise<AppError | undefined>;

/** What features hold requests back by. Without any it costs nothing. */
export class Gates {
  #gate: Gate | undefined;

  /** Adds the only gate there may be. */
  add(gate: Gate): void {
    if (this.#gate) throw new Error('requests pass one gate, and another feature has added it');
    this.#gate = gate;
  }

  pass(...asked: Parameters<Gate>): MaybePromise<AppError | undefined> {
    return this.#gate?.(...asked);
  }
}

/** Lets features of an app hold requests back. */
export function openGates(app: FastifyInstance): void {
  app.decorate('gates', new Gates());
  app.decorateRequest('shown', undefined);
}

/** The records that a value holds: the items of a list, or the one that it is. */
export function recordsIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 'items' in value && Array.isArray(value.items) ? value.items.length : 1;
}
