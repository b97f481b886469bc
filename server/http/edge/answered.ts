import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';

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
export type OnAnswered = (request: FastifyRequest, reply: FastifyReply, ms: number) => void;

/** Tells of each answer once it has left. While nobody listens, it costs nothing. */
export class Answered {
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
export function tellAnswers(app: FastifyInstance): Answered {
  const answered = new Answered();
  app.decorate('answered', answered);
  app.decorateRequest('failure', undefined);
  return answered;
}

/** The status of an answer, as the log of a proxy tells it: 499 where the client had gone before it was sent. */
export function sentStatus({ raw, statusCode }: FastifyReply): number {
  return raw.writableEnded ? statusCode : 499;
}
