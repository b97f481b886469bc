import type { FastifyReply } from 'fastify';

/** Adds a request header to those that the answer depends on, for caches on the way. */
export function varyBy(reply: FastifyReply, header: string): void {
  const already = reply.getHeader('vary');
  reply.header('vary', already === undefined ? header : `${already}, ${header}`);
}
