import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isLoopback } from '../../http/edge/request-head.ts';
import type { MayRead } from './callers.ts';
import { PATH } from './path.ts';
import type { Scrape } from './scrape.ts';

export interface OwnPort {
  readonly host: string;
  readonly port: number;
}

const WITHIN_MS = 10_000;
const MOST_CONNECTIONS = 50;

/** A server of the figures alone. It waits for nothing that other requests wait for. */
export function figuresServer(scrape: Scrape, mayRead: MayRead, { host }: OwnPort): Server {
  const { createServer } = process.getBuiltinModule('node:http'); // an import would load it at each start
  const isOurs = hostCheck(host);
  const server = createServer(
    { headersTimeout: WITHIN_MS, requestTimeout: WITHIN_MS, connectionsCheckingInterval: WITHIN_MS / 10 },
    (request, response) => {
      const refused = refusalOf(request, (one) => isOurs(one) && mayRead(one));
      if (refused) return send(response, ...refused);
      scrape.text().then(
        ({ type, text }) => send(response, 200, text, type),
        () => send(response, 500, 'The figures cannot be read; the log has the reason.\n'),
      );
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  return server;
}

type Refused = readonly [status: number, text: string];

function refusalOf(request: IncomingMessage, mayRead: MayRead): Refused | undefined {
  if (!mayRead(request)) return [403, 'Allowed: callers on this machine, and those in METRICS_NETWORKS.\n'];
  if (request.url?.split('?')[0] !== PATH) return [404, `Here is ${PATH} alone.\n`];
  if (request.method !== 'GET' && request.method !== 'HEAD') return [405, 'Allowed: GET, HEAD.\n'];
  return undefined;
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' }),
  });
  response.end(text); // Node leaves it out of an answer to HEAD
}

/** A web page whose name was pointed to this machine still sends that name. */
function hostCheck(host: string): MayRead {
  if (!isLoopback(host)) return () => true;
  return ({ headers }) => isLoopback(URL.parse(`http://${headers.host}`)?.hostname ?? '');
}
