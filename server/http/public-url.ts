import type { Server } from 'node:http';

/** The address, for clients, of a path of this server. */
export type ToUrl = (path: string) => string;

/** Makes the addresses that clients are told: the setting's, or else those under which the server listens. */
export function makeToUrl(publicUrl: string | undefined, server: () => Server): ToUrl {
  return (path) => `${publicUrl ?? listeningAt(server())}${path}`;
}

/** Empty, so that addresses are relative, while the server does not listen. */
function listeningAt(server: Server): string {
  const place = server.address();
  if (place === null || typeof place === 'string') return '';
  const { address, port } = place;
  const host = address === '::' || address === '0.0.0.0' ? 'localhost' : address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
