import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { Lend } from './lending.ts';
import { PostgresLink, told } from './postgres-link.ts';

interface Shared {
  readonly client: Client;
  readonly link: Promise<PostgresLink>;
  /** Statements that are not answered yet. */
  running: number;
  isHeld: boolean;
}

/**
 * Connections on which nobody waits for an answer before the next statement is sent. Statements of one turn of the event loop are sent
 * together, which saves most of what a quick one costs; each is answered, or fails, as if it were alone.
 */
export class SharedConnections {
  readonly #options: ClientConfig;
  readonly #most: number;
  readonly #open = new Set<Shared>();

  constructor(options: ClientConfig, most: number) {
    this.#options = { ...options, pipeline: true };
    this.#most = most;
  }

  readonly lend: Lend = async (work) => {
    const shared = this.#leastBusy();
    shared.running += 1;
    try {
      const link = await shared.link;
      sendAtEndOfTurn(shared);
      return await work(link).finally(() => link.isBroken && this.#leave(shared));
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
    const link = client.connect().then(() => new PostgresLink(client), told);
    const shared: Shared = { client, link, running: 0, isHeld: false };
    for (const event of ['error', 'end'] as const) client.on(event, () => this.#leave(shared));
    link.catch(() => this.#leave(shared));
    this.#open.add(shared);
    return shared;
  }

  /** What was sent there fails by itself; nothing more is sent. */
  #leave(shared: Shared): void {
    if (this.#open.delete(shared)) void shared.client.end().catch(() => {});
  }
}

function sendAtEndOfTurn(shared: Shared): void {
  if (shared.isHeld) return;
  shared.isHeld = true;
  const { stream } = (shared.client as unknown as { readonly connection: { readonly stream: Socket } })
    .connection;
  stream.cork();
  setImmediate(() => {
    shared.isHeld = false;
    stream.uncork();
  });
}
