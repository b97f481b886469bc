import type { FastifyInstance } from 'fastify';
import { toJson } from '../../shared/exact-json.ts';
import { requireShort } from './inner-path.ts';

/** A request that a tool makes of the API. */
export interface InnerRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** The caller, as they asked for the tool. */
export interface Asking {
  readonly authorization: string;
  readonly language: string;
  readonly address: string;
  /** The base on which they asked, whose form the model reads. */
  readonly base: string;
}

/** Asks a route of this server as this caller: identified, decided on, bounded and logged as every request is. */
export type AskRoutes = (
  asking: Asking,
  request: InnerRequest,
) => Promise<{ readonly status: number; readonly text: string }>;

export function makeAskRoutes(app: FastifyInstance): AskRoutes {
  return async ({ authorization, language, address, base }, { method, path, body }) => {
    const answer = await app.inject({
      method,
      url: base + requireShort(path),
      remoteAddress: address,
      headers: {
        authorization,
        'accept-language': language,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: toJson(body) }),
    });
    return { status: answer.statusCode, text: answer.body };
  };
}
