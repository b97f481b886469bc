import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { everyone } from '../../definitions/access-rule.ts';
import type { Route } from '../route.ts';
import { isLoopback } from './hosts.ts';
import { requestIdHeader } from './request-ids.ts';
import { pathOf } from './request-line.ts';

const ALLOWED = ['authorization', 'content-type', 'tag', 'if-match', 'if-none-match', 'idempotency-key'];
const EXPOSED = ['etag', 'location', 'retry-after', 'idempotency-replayed'];
/** The headers of resumable uploads. */
const TUS_SENT = ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-checksum'];
const TUS_TOLD = [
  ...['tus-resumable', 'tus-version', 'tus-max-size', 'tus-extension', 'tus-checksum-algorithm'],
  ...['upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'upload-file-id'],
];

export interface Origins {
  /**
   * Origins whose pages may read answers, or `*` for all. If empty, pages of this machine may, provided that no other machine
   * can reach the server.
   */
  readonly corsOrigins: readonly string[];
  /** Where the server listens. */
  readonly host: string;
}

/**
 * Lets pages of other origins read all answers, failures included, and send the headers they need (Fetch Standard, CORS
 * protocol).
 */
export function allowOrigins(app: FastifyInstance, { corsOrigins, host }: Origins): void {
  const listed = new Set(corsOrigins);
  const isAllowed = (origin: string) =>
    listed.size > 0 ? listed.has(origin) : isLoopback(host) && isLoopback(hostOf(origin));
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { ...route.config, access: everyone }; // the library's
  });
  const options: FastifyCorsOptions = {
    origin: listed.has('*') ? '*' : (origin, tell) => tell(null, origin !== undefined && isAllowed(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...ALLOWED, ...TUS_SENT],
    exposedHeaders: [...EXPOSED, requestIdHeader, ...TUS_TOLD],
    maxAge: 7200,
    strictPreflight: false,
  };
  // Called, not registered: that would load what compares versions, at every start.
  cors(app, options, (error) => {
    if (error) throw error;
  });
}

/** Adds the headers that a route declares to answers to OPTIONS. The CORS library writes the rest of these answers. */
export function addOptionsHeaders(app: FastifyInstance, routes: readonly Route[]): void {
  const byPath = new Map(
    routes.flatMap(({ path, optionsHeaders }) => (optionsHeaders ? [[path, optionsHeaders] as const] : [])),
  );
  app.addHook('onRequest', (request, reply, next) => {
    const headers = request.method === 'OPTIONS' ? byPath.get(pathOf(request.url)) : undefined;
    if (headers) reply.headers(headers);
    next();
  });
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? '';
}
