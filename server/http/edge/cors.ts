import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { everyone } from '../../definitions/access-rule.ts';
import type { Route } from '../route.ts';
import { PAGE_HEADER } from '../session-cookies.ts';
import { isLoopback, pathOf, requestIdHeader } from './request-head.ts';

/** The headers that any route may be sent, beside those that routes declare. */
const ALLOWED = [
  'authorization',
  'content-type',
  'tag',
  'if-none-match',
  'if-range',
  'range',
  'idempotency-key',
];
/**
 * What pages may read of answers. The asterisk stands for all headers, those of a project's routes included; browsers take it as
 * answers need no cookie. The names are for those that do not know it.
 */
const EXPOSED = [
  ...['*', 'etag', 'location', 'retry-after', 'x-total-count', 'preference-applied', 'idempotency-replayed'],
  ...['content-disposition', 'content-range', 'accept-ranges', 'link', 'allow'],
  ...['ratelimit', 'ratelimit-policy'],
];
/** The headers of resumable uploads. */
const TUS_SENT = ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-checksum'];
const TUS_TOLD = [
  ...['tus-resumable', 'tus-version', 'tus-max-size', 'tus-extension', 'tus-checksum-algorithm'],
  ...['upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'upload-file-id'],
];

const TOLD = [...EXPOSED, requestIdHeader, ...TUS_TOLD];

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
export function allowOrigins(app: FastifyInstance, origins: Origins, routes: readonly Route[]): void {
  const mayRead = readersOf(origins);
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { ...route.config, access: everyone }; // the library's
  });
  const options: FastifyCorsOptions = {
    origin: isOpen(origins) ? '*' : (origin, tell) => tell(null, origin !== undefined && mayRead(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...new Set([...ALLOWED, ...TUS_SENT, ...routes.flatMap(declaredHeaders)])],
    exposedHeaders: [...TOLD],
    maxAge: 7200,
    strictPreflight: false,
  };
  // Called, not registered: that would load what compares versions, at every start.
  cors(app, options, (error) => {
    if (error) throw error;
  });
}

/** Lets pages read failures that are answered before any hook runs, such as that of a path which is badly encoded. */
export function letPagesReadFailures(origins: Origins) {
  const mayRead = readersOf(origins);
  return ({ headers: { origin } }: FastifyRequest, reply: FastifyReply): FastifyReply => {
    reply.header('vary', 'Origin');
    if (origin === undefined || !mayRead(origin)) return reply;
    return reply
      .header('access-control-allow-origin', isOpen(origins) ? '*' : origin)
      .header('access-control-expose-headers', TOLD.join(', '));
  };
}

const isOpen = ({ corsOrigins }: Origins) => corsOrigins.includes('*');

/** Tells whether the pages of an origin may read answers. */
function readersOf({ corsOrigins, host }: Origins): (origin: string) => boolean {
  const listed = new Set(corsOrigins);
  if (listed.has('*')) return () => true;
  if (listed.size > 0) return (origin) => listed.has(origin);
  return (origin) => isLoopback(host) && isLoopback(hostOf(origin));
}

/** The names of the headers that a route takes from any page; what only the server's own pages may send is left out. */
function declaredHeaders({ headers }: Route): string[] {
  const names = Object.keys(headers?.properties ?? {}).map((name) => name.toLowerCase());
  return names.filter((name) => name !== PAGE_HEADER);
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
