import type { FastifyReply } from 'fastify';

/** Adds a request header to the answer's Vary header. */
export function varyBy(reply: FastifyReply, header: string): void {
  const already = reply.getHeader('vary');
  reply.header('vary', already === undefined ? header : `${already}, ${header}`);
}
