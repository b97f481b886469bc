import type { FastifyInstance } from 'fastify';
import { toJson } from '../shared/exact-json.ts';

/** A request that the server makes of itself for a caller. */
export interface OwnRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path with its base and parameters. */
  readonly url: string;
  /** The caller's address. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as exact JSON; nothing is sent for undefined. */
  readonly body: unknown;
  /** Nobody waits for the answer any more: it throws. */
  readonly signal?: AbortSignal | undefined;
}

/** Asks a route of this server as a caller would: identified, decided on, bounded and logged as every request is. */
export function askOwnRoute(
  app: FastifyInstance,
  { method, url, address, headers, body, signal }: OwnRequest,
) {
  return app.inject({
    method,
    url,
    remoteAddress: address,
    ...(signal && { signal }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: toJson(body) }),
  });
}
