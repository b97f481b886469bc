import { request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long a client's kept connection may wait for its next request. */
const KEPT_MS = 2000;

/**
 * Prepares a server for closing while another listens at its address. Closing could cut a kept-alive connection just as its
 * client sends, so requests on it are passed on to the other server, and the answer ends the connection.
 */
export function passOn(server: Server): void {
  const { address: host, port } = server.address() as AddressInfo; // it listens
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, url: path, headers } = request;
    const onward = ask({ host, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' });
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  const { closeIdleConnections } = server;
  server.closeIdleConnections = () => {};
  setTimeout(() => {
    server.closeIdleConnections = closeIdleConnections;
  }, KEPT_MS);
}
