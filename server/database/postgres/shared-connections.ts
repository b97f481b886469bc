import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { WithConnection } from '../pooled-engine.ts';
import { PostgresConnection, throwDriverError } from './connection.ts';

interface Shared {
  readonly client: Client;
  readonly connection: Promise<PostgresConnection>;
  /** How many pieces of work use it now. */
  running: number;
  isHeld: boolean;
}

/**
 * Connections that send each statement without waiting for the answers to earlier ones. Statements of one turn of the event
 * loop are sent together, which saves most of the cost of a quick one. Each succeeds or fails on its own.
 */
export class SharedConnections {
  readonly #options: ClientConfig;
  readonly #most: number;
  readonly #open = new Set<Shared>();

  constructor(options: ClientConfig, most: number) {
    this.#options = { ...options, pipeline: true };
    this.#most = most;
  }

  readonly withConnection: WithConnection = async (work) => {
    const shared = this.#leastBusy();
    shared.running += 1;
    try {
      const connection = await shared.connection;
      sendAtEndOfTurn(shared);
      return await work(connection).finally(() => connection.isBroken && this.#abandon(shared));
    } finally {
      shared.running -= 1;
    }
  };

  async end(): Promise<void> {
    await Promise.allSettled([...this.#open].map(({ client }) => client.end()));
  }

  #leastBusy(): Shared {
    let least: Shared | undefined;
    for (const one of this.#open) if (!least || one.running < least.running) least = one;
    return least && (least.running === 0 || this.#open.size >= this.#most) ? least : this.#connect();
  }

  #connect(): Shared {
    const client = new Client(this.#options);
    const connection = client.connect().then(() => new PostgresConnection(client), throwDriverError);
    const shared: Shared = { client, connection, running: 0, isHeld: false };
    for (const event of ['error', 'end'] as const) client.on(event, () => this.#abandon(shared));
    connection.catch(() => this.#abandon(shared));
    this.#open.add(shared);
    return shared;
  }

  /** Sends nothing more on a connection. The driver rejects what was sent. */
  #abandon(shared: Shared): void {
    if (this.#open.delete(shared)) void shared.client.end().catch(() => {});
  }
}

function sendAtEndOfTurn(shared: Shared): void {
  if (shared.isHeld) return;
  shared.isHeld = true;
  // Statements can only be held back at the socket, which the driver's types hide.
  const client: unknown = shared.client;
  const { stream } = (client as { readonly connection: { readonly stream: Socket } }).connection;
  stream.cork();
  setImmediate(() => {
    shared.isHeld = false;
    stream.uncork();
  });
}
