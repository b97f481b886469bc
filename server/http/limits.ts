import type { ServerOptions } from 'node:http';

/** How much of its clients a process bears. */
export interface Limits {
  readonly clientConnections: number;
  readonly requestsAtOnce: number;
  /** Seconds within which a request must have arrived whole. */
  readonly requestTimeout: number;
}

/** A head is small: who sends one slowly is not waited for as long as who sends a file. */
const HEAD_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 1000;

/** How long Node waits for a request's head, and how often it looks; who is late is answered 408, and the connection is closed. */
export function headLimits({ requestTimeout }: Limits): ServerOptions {
  return {
    headersTimeout: Math.min(requestTimeout * 1000, HEAD_WITHIN_MS),
    connectionsCheckingInterval: LOOK_EVERY_MS,
  };
}
