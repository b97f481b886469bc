import type { FastifyInstance } from 'fastify';
import { ExactNumber, toJson } from '../../shared/json.ts';

/** A request that a tool makes of the API. */
export interface InnerRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** The caller, as they asked for the tool. */
export interface Asking {
  readonly authorization: string;
  readonly language: string;
  readonly address: string;
}

/** Asks a route of this server as this caller: identified, decided on, bounded and logged as every request is. */
export type AskRoutes = (
  asking: Asking,
  request: InnerRequest,
) => Promise<{ readonly status: number; readonly text: string }>;

export function makeAskRoutes(app: FastifyInstance): AskRoutes {
  return async ({ authorization, language, address }, { method, path, body }) => {
    const answer = await app.inject({
      method,
      url: path,
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

/** A query string. Nested values are written as `filter[title][eq]=x`, lists by index. */
export function toQuery(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber))
      for (const [inner, one] of Object.entries(value)) add(`${name}[${inner}]`, one);
    else query.append(name, String(value));
  };
  for (const [name, value] of Object.entries(values)) add(name, value);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
