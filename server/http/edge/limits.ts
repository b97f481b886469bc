import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of what clients may demand of a process. */
export interface Limits {
  readonly clientConnections: number;
  readonly requestsAtOnce: number;
  /** Seconds within which a request must have arrived whole. */
  readonly requestTimeout: number;
  /** Seconds for which a client may leave an answer unread. */
  readonly answerTimeout: number;
}

/** Shorter than for whole requests, because a head is small. */
const HEAD_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 1000;

/** How long Node waits for a request's head before it answers 408 and closes the connection, and how often it checks. */
export function headLimits({ requestTimeout }: Limits): ServerOptions {
  return {
    headersTimeout: Math.min(requestTimeout * 1000, HEAD_WITHIN_MS),
    connectionsCheckingInterval: LOOK_EVERY_MS,
  };
}

/**
 * Closes connections whose client does not read what is written to it. Idle connections may stay. A periodic sweep checks them,
 * because a timer for each connection would be reset with each request.
 */
export function closeUnread(server: Server, { answerTimeout }: Limits): void {
  const within = answerTimeout * 1000;
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const look = () => {
    for (const socket of open) {
      const isWatched = socket.timeout === within;
      if (socket.writableLength > 0 !== isWatched) socket.setTimeout(isWatched ? 0 : within); // Node closes it
    }
  };
  let watch: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    watch = setInterval(look, LOOK_EVERY_MS).unref();
  });
  server.on('close', () => clearInterval(watch));
}
