import type { Server } from 'node:http';

/** The URL of a path of this server, as clients reach it. */
export type ToUrl = (path: string) => string;

/** The path of PUBLIC_URL, without a slash at its end; '' for none. Proxies remove it from the paths of requests. */
export function publicPathOf(publicUrl: string | undefined): string {
  return URL.parse(publicUrl ?? '')?.pathname.replace(/\/+$/, '') ?? '';
}

/** Builds absolute URLs from the setting, or from the address that the server listens on. */
export function makeToUrl(publicUrl: string | undefined) {
  let base = publicUrl ?? ''; // relative while nobody listens
  const toUrl: ToUrl = (path) => base + path;
  const listensAt = (server: Server) => {
    base = publicUrl ?? addressOf(server);
  };
  return { toUrl, listensAt };
}

function addressOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') return '';
  const { address, port } = bound;
  const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
