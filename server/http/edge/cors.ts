import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { everyone } from '../../definitions/access-rule.ts';
import { isLoopback } from './hosts.ts';
import { requestIdHeader } from './request-ids.ts';

const ALLOWED = ['authorization', 'content-type', 'tag', 'if-match', 'if-none-match', 'idempotency-key'];
const EXPOSED = ['etag', 'location', 'retry-after', 'idempotency-replayed'];
/** The headers of resumable uploads. */
const TUS_SENT = ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-checksum'];
const TUS_TOLD = [
  ...['tus-resumable', 'tus-version', 'tus-max-size', 'tus-extension', 'tus-checksum-algorithm'],
  ...['upload-offset', 'upload-length', 'upload-metadata', 'upload-expires', 'upload-file-id'],
];

export interface Origins {
  /** Origins whose pages may read answers, or `*` for all. Where it is empty, pages of this machine may, if the server can be reached from nowhere else. */
  readonly corsOrigins: readonly string[];
  /** Where the server listens. */
  readonly host: string;
}

/** Lets pages of other origins read all answers, failures too, and send what they need to (Fetch Standard, CORS protocol). */
export async function allowOrigins(app: FastifyInstance, { corsOrigins, host }: Origins): Promise<void> {
  const listed = new Set(corsOrigins);
  const isAllowed = (origin: string) =>
    listed.size > 0 ? listed.has(origin) : isLoopback(host) && isLoopback(hostOf(origin));
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*') route.config = { ...route.config, access: everyone }; // the library's
  });
  await app.register(cors, {
    origin: listed.has('*') ? '*' : (origin, tell) => tell(null, origin !== undefined && isAllowed(origin)),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [...ALLOWED, ...TUS_SENT],
    exposedHeaders: [...EXPOSED, requestIdHeader, ...TUS_TOLD],
    maxAge: 7200,
    strictPreflight: false,
  });
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.hostname ?? '';
}
