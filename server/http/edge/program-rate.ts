import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActorKey } from '../../access/actor.ts';
import { RequestWindows } from '../../background/request-windows.ts';
import { AppError } from '../../errors.ts';
import { api } from '../dialects/api.ts';
import { dialectOf } from '../dialects/asked-dialect.ts';

const WINDOW_S = 60;

/** Counts a request of an API key; answers the refusal if there were too many. */
export type CountOfKey = (
  key: ActorKey,
  request: FastifyRequest,
  reply: FastifyReply,
) => AppError | undefined;

/**
 * Bounds the requests of each API key in a minute; 0 bounds none. Answers on `/api` tell how many are left, as
 * draft-ietf-httpapi-ratelimit-headers-10 says.
 */
export function makeCountOfKey(most: number): CountOfKey {
  if (most === 0) return () => undefined;
  const windows = new RequestWindows({ most, everyMs: WINDOW_S * 1000 });
  return ({ id }, request, reply) => {
    const { requests, resetMs } = windows.count(String(id), Date.now());
    const seconds = Math.ceil(resetMs / 1000);
    if (dialectOf(request.raw) === api)
      reply.headers({
        'ratelimit-policy': `"key";q=${most};w=${WINDOW_S}`,
        ratelimit: `"key";r=${Math.max(0, requests)};t=${seconds}`,
      });
    if (requests >= 0) return undefined;
    return new AppError('tooManyRequests', { headers: { 'retry-after': String(seconds) } });
  };
}
