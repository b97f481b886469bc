import type { FastifyInstance } from 'fastify';
import { askOwnRoute } from '../../http/ask-own-route.ts';
import { requireShort } from './inner-path.ts';

/** A request that a tool makes of the API. */
export interface InnerRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** The most bytes of a file that are answered; the rest is left. */
  readonly most?: number;
}

/** The caller, as they asked for the tool. */
export interface Asking {
  readonly authorization: string;
  readonly language: string;
  readonly address: string;
  /** The base on which they asked, whose form the model reads. */
  readonly base: string;
  /** Aborted once the caller has left, or cancelled: what is read for them is read no further, and what is written is finished. */
  readonly signal: AbortSignal;
}

/** Asks a route of this server as this caller: identified, decided on, bounded and logged as every request is. */
export type AskRoutes = (asking: Asking, request: InnerRequest) => Promise<InnerAnswer>;

export interface InnerAnswer {
  readonly status: number;
  readonly text: string;
  readonly bytes: Buffer;
  /** Its media type, with its parameters. */
  readonly type: string;
  /** Whether more follows these bytes. */
  readonly isCut: boolean;
}

export function makeAskRoutes(app: FastifyInstance): AskRoutes {
  return async ({ authorization, language, address, base, signal }, { method, path, body, most }) => {
    const answer = await askOwnRoute(app, {
      method,
      url: base + requireShort(path),
      address,
      signal: method === 'GET' ? signal : undefined,
      headers: {
        authorization,
        'accept-language': language,
        ...(most !== undefined && { range: `bytes=0-${most - 1}` }),
      },
      body,
    });
    const { statusCode: status, body: text, rawPayload: bytes } = answer;
    const [size = bytes.length] = /\d+$/.exec(String(answer.headers['content-range'])) ?? [];
    const type = String(answer.headers['content-type'] ?? '');
    return { status, text, bytes, type, isCut: Number(size) > bytes.length };
  };
}
