import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { configurationOf, type ProviderParts } from './configuration.ts';
import { type Client, loadLibrary, type OidcProvider } from './library.ts';

/** A request as the protocol gets it. */
export interface ProtocolRequest {
  readonly method: string;
  /** With its query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
  readonly address: string;
}

export interface ProtocolAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | number | undefined>>;
  readonly text: string;
}

/** The library, at work. */
export interface OpenProvider {
  readonly provider: OidcProvider;
  ask(request: ProtocolRequest): Promise<ProtocolAnswer>;
}

/** The provider of a server, opened by the first request that needs it. `report` gets what should not happen. */
export function lazyProvider(
  partsOf: () => ProviderParts,
  report: (cause: unknown) => void,
): () => Promise<OpenProvider> {
  let opening: Promise<OpenProvider> | undefined;
  return () => {
    opening ??= openProvider(partsOf(), report).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
}

async function openProvider(parts: ProviderParts, report: (cause: unknown) => void): Promise<OpenProvider> {
  const library = await loadLibrary();
  const provider = new library.Provider(parts.issuer, await configurationOf(parts, library));
  provider.proxy = true; // its addresses are those of the issuer, which the requests below name
  provider.on('server_error', (_context: unknown, error: unknown) => report(error));
  Object.assign(provider.Client.prototype, { compareClientSecret });
  const server = inside(provider);
  const { host, protocol } = new URL(parts.issuer);
  return {
    provider,
    async ask({ method, path, headers, body, address }) {
      const answer = await server.inject({
        method: method as 'GET' | 'POST', // those of the routes
        url: path,
        remoteAddress: address,
        headers: { ...headers, host, 'x-forwarded-proto': protocol.slice(0, -1) },
        ...(body && { payload: body }),
      });
      return { status: answer.statusCode, headers: answer.headers, text: answer.body };
    },
  };
}

/** Secrets are kept as hashes. */
function compareClientSecret(this: Client, given: string): boolean {
  const [known, sent] = [this.clientSecret ?? '', hashOf(given)].map((one) => Buffer.from(one));
  return (
    known !== undefined && sent !== undefined && known.length === sent.length && timingSafeEqual(known, sent)
  );
}

/** A server that nobody reaches but the routes of this feature, which know who may ask what. */
function inside(provider: OidcProvider): FastifyInstance {
  const server = fastify();
  const answer = provider.callback();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _body, done) => done(null));
  server.all('/*', (request, reply) => {
    reply.hijack();
    void answer(request.raw, reply.raw);
  });
  return server;
}
