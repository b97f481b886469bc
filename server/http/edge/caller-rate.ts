import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, anonymous, networkOf } from '../../access/index.ts';
import { RequestWindows } from '../../background/request-windows.ts';
import { AppError } from '../../errors.ts';
import { api } from '../dialects/api.ts';
import { dialectOf } from '../dialects/asked-dialect.ts';

const WINDOW_S = 60;

/** How many requests of one caller are answered in a minute, by what the caller is known by; 0 for any number. */
export interface CallerBounds {
  readonly programRequestsPerMinute: number;
  readonly userRequestsPerMinute: number;
  readonly networkRequestsPerMinute: number;
}

/** What a caller is known by: an API key, an account, or where it asks from. */
type Kind = 'key' | 'user' | 'network';

/** Counts a request of a caller; answers the refusal if there were too many. */
export type CountOfCaller = (
  actor: Actor,
  request: FastifyRequest,
  reply: FastifyReply,
) => AppError | undefined;

/**
 * Bounds the requests of each caller in a minute. Answers on `/api` tell how many are left, as
 * draft-ietf-httpapi-ratelimit-headers-10 says. Undefined if nothing is bounded.
 */
export function makeCountOfCaller(bounds: CallerBounds): CountOfCaller | undefined {
  const most: Readonly<Record<Kind, number>> = {
    key: bounds.programRequestsPerMinute,
    user: bounds.userRequestsPerMinute,
    network: bounds.networkRequestsPerMinute,
  };
  if (Object.values(most).every((each) => each === 0)) return undefined;
  const windowsOf = (kind: Kind) => new RequestWindows({ most: most[kind], everyMs: WINDOW_S * 1000 });
  const windows = { key: windowsOf('key'), user: windowsOf('user'), network: windowsOf('network') };
  return (actor, request, reply) => {
    const [kind, name] = callerOf(actor, request);
    if (most[kind] === 0) return undefined;
    const { requests, resetMs } = windows[kind].count(name, Date.now());
    const seconds = Math.ceil(resetMs / 1000);
    if (dialectOf(request.raw) === api)
      reply.headers({
        'ratelimit-policy': `"${kind}";q=${most[kind]};w=${WINDOW_S}`,
        ratelimit: `"${kind}";r=${Math.max(0, requests)};t=${seconds}`,
      });
    if (requests >= 0) return undefined;
    return new AppError('tooManyRequests', { headers: { 'retry-after': String(seconds) } });
  };
}

/** An administrator who sees the server as somebody else uses up their own requests. */
function callerOf({ id, key, impersonator }: Actor, { address }: FastifyRequest): readonly [Kind, string] {
  if (key) return ['key', String(key.id)];
  const user = impersonator?.id ?? id;
  return user === anonymous.id ? ['network', networkOf(address)] : ['user', String(user)];
}
