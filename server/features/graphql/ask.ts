import type { FastifyInstance } from 'fastify';
import type { Raw } from '../../database/engine.ts';
import { api, askOwnRoute, type Input, type OwnRequest } from '../../http/index.ts';
import { fromOwnJson } from '../../shared/json.ts';
import type { Library } from './library.ts';
import { errorOf } from './problem.ts';

/** A request that a field of a document makes of the API. */
export interface InnerRequest {
  readonly method: OwnRequest['method'];
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

interface InnerAnswer {
  /** What was answered, its numbers exact; nothing after a deletion. */
  readonly body: Raw;
  readonly etag: string | undefined;
}

/** Asks a route of this server as the caller: identified, decided on, bounded and logged as every request is. Throws what it refuses. */
export type Ask = (request: InnerRequest) => Promise<InnerAnswer>;

/** Who asked, as far as the routes look at it. */
export type Asking = Pick<Input, 'headers' | 'from' | 'language'>;

/** Makes the asker of one caller. */
export function askAs(app: FastifyInstance, lib: Library, asking: Asking): Ask {
  return async ({ method, path, query = {}, body, headers = {} }) => {
    const answer = await askOwnRoute(app, {
      method,
      url: urlOf(path, query),
      address: asking.from.address,
      headers: { ...callerHeaders(asking), ...given(headers) },
      body,
    });
    const text = answer.body;
    const read = text === '' ? {} : fromOwnJson<Raw>(text);
    if (answer.statusCode >= 400) throw errorOf(lib, read);
    return { body: read, etag: answer.headers.etag };
  };
}

/** The address of a route on the base of new clients, with its parameters. */
export function urlOf(path: string, query: Readonly<Record<string, unknown>>): string {
  const named = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(named).toString();
  return `${api.base}${path}${search === '' ? '' : `?${search}`}`;
}

/** The headers that say who asks, in which language, and to which trace it belongs. */
export function callerHeaders({ headers, language }: Asking): Readonly<Record<string, string>> {
  return {
    'accept-language': language(),
    ...given({
      authorization: headers.authorization,
      traceparent: headers.traceparent as string | undefined, // Node joins what is repeated
      'user-agent': headers['user-agent'],
    }),
  };
}

function given(headers: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((one): one is [string, string] => one[1] !== undefined),
  );
}
