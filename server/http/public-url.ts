import type { Server } from 'node:http';

/** The address, for clients, of a path of this server. */
export type ToUrl = (path: string) => string;

/** Makes the addresses that clients are told: the setting's, or else those under which the server began to listen. */
export function makeToUrl(publicUrl: string | undefined) {
  let base = publicUrl ?? ''; // relative while nobody listens
  const toUrl: ToUrl = (path) => base + path;
  const listensAt = (server: Server) => {
    base = publicUrl ?? addressOf(server);
  };
  return { toUrl, listensAt };
}

function addressOf(server: Server): string {
  const place = server.address();
  if (place === null || typeof place === 'string') return '';
  const { address, port } = place;
  const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
