import type { FastifyReply } from 'fastify';

/** Adds a request header to those that the answer depends on, for caches on the way. */
export function varyBy(reply: FastifyReply, header: string): void {
  const already = reply.getHeader('vary');
  reply.header('vary', already === undefined ? header : `${already}, ${header}`);
}

/** Whether a URL lies below one of these paths. */
export function isBelowAny(paths: readonly string[], url: string): boolean {
  return paths.some((path) => {
    const next = url[path.length];
    return url.startsWith(path) && (next === undefined || next === '/' || next === '?');
  });
}
