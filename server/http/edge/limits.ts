import type { Server, ServerOptions } from 'node:http';

/** How much of its clients a process bears. */
export interface Limits {
  readonly clientConnections: number;
  readonly requestsAtOnce: number;
  /** Seconds within which a request must have arrived whole. */
  readonly requestTimeout: number;
  /** Seconds for which a client may take nothing of an answer. */
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

/** Closes connections whose client takes nothing of what is written to it. A connection on which nothing is written may wait. */
export function closeUnread(server: Server, { answerTimeout }: Limits): void {
  server.setTimeout(answerTimeout * 1000, (socket) => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
