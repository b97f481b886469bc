import type { Socket } from 'node:net';
import { Client } from 'pg';
import type { PoolState } from '../engine.ts';
import { GROW_AFTER_MS, type WithConnection } from '../pooled-engine.ts';
import { classifyError, PostgresConnection, throwDriverError } from './connection.ts';
import type { ConnectionKind } from './hosts.ts';

interface Shared {
  readonly client: Client;
  readonly connection: Promise<PostgresConnection>;
  isConnected: boolean;
  /** How many pieces of work use it now. */
  running: number;
  isHeld: boolean;
  /** Whether it has worked since the idle ones were last looked for. */
  isUsed: boolean;
}

const IDLE_MS = 60_000;

/**
 * Connections that send each statement without waiting for the answers to earlier ones. Statements of one turn of the event
 * loop are sent together, which saves most of the cost of a quick one. Each succeeds or fails on its own.
 */
export class SharedConnections {
  readonly #kind: ConnectionKind;
  readonly #most: number;
  /** Fewer for a while after the server had none left. */
  #allowed: number;
  readonly #open = new Set<Shared>();
  readonly #sweep = setInterval(() => this.#endIdle(), IDLE_MS).unref();

  constructor(kind: ConnectionKind, most: number) {
    this.#kind = {
      ...kind,
      options: { ...kind.options, pipeline: true },
      usage: { ...kind.usage, isPipelined: true },
    };
    this.#most = most;
    this.#allowed = most;
  }

  readonly withConnection: WithConnection = async (work) => {
    const { hosts, options } = this.#kind;
    await hosts.find(options);
    const shared = this.#leastBusy();
    shared.running += 1;
    shared.isUsed = true;
    try {
      const connection = await shared.connection;
      sendAtEndOfTurn(shared);
      return await work(connection).finally(() => connection.isBroken && this.#abandon(shared));
    } finally {
      shared.running -= 1;
    }
  };

  /** Work waits only for a connection that is not connected yet. */
  get state(): PoolState {
    const all = [...this.#open];
    const connecting = all.filter(({ isConnected }) => !isConnected);
    return {
      name: 'reads',
      most: this.#most,
      open: all.length - connecting.length,
      busy: all.filter(({ isConnected, running }) => isConnected && running > 0).length,
      waiting: connecting.reduce((sum, { running }) => sum + running, 0),
    };
  }

  async end(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.allSettled([...this.#open].map(({ client }) => client.end()));
  }

  /** Ends a connection for the sake of a pool that has none, while the server has no more. */
  giveUpOne(): void {
    const [first, ...others] = [...this.#open].toSorted((one, other) => one.running - other.running);
    if (!first || others.length === 0) return;
    this.#abandon(first);
    this.#shrink();
  }

  /** Other processes may need the connections of one that rests. */
  #endIdle(): void {
    const idle = [...this.#open].filter(({ running, isUsed }) => running === 0 && !isUsed);
    for (const one of this.#open) one.isUsed = false;
    for (const one of idle.slice(idle.length === this.#open.size ? 1 : 0)) this.#abandon(one);
  }

  #leastBusy(): Shared {
    let least: Shared | undefined;
    for (const one of this.#open) if (!least || this.#load(one) < this.#load(least)) least = one;
    return least && (least.running === 0 || this.#open.size >= this.#allowed) ? least : this.#connect();
  }

  /** One that still connects counts as if all others waited for it: it may fail. */
  #load({ running, isConnected }: Shared): number {
    return isConnected ? running : running + this.#most;
  }

  #connect(): Shared {
    const { hosts, options, usage } = this.#kind;
    const client = new Client({ ...options, connectionString: hosts.current });
    const connection = this.#connected(client).then(() => new PostgresConnection(client, usage));
    const shared: Shared = {
      client,
      connection,
      running: 0,
      isConnected: false,
      isHeld: false,
      isUsed: true,
    };
    for (const event of ['error', 'end'] as const)
      client.on(event, () => {
        if (this.#open.has(shared)) hosts.forget();
        this.#abandon(shared);
      });
    connection.then(
      () => {
        shared.isConnected = true;
      },
      (error: unknown) => {
        this.#abandon(shared);
        if (classifyError(error) === 'crowded') this.#shrink();
      },
    );
    this.#open.add(shared);
    return shared;
  }

  async #connected(client: Client): Promise<void> {
    await client.connect().catch(throwDriverError);
    await this.#kind.hosts.check(client);
  }

  /** Until the server may have a connection again, those that are open do the work. */
  #shrink(): void {
    const connected = [...this.#open].filter(({ isConnected }) => isConnected);
    this.#allowed = Math.max(1, connected.length);
    setTimeout(() => {
      this.#allowed = this.#most;
    }, GROW_AFTER_MS).unref();
  }

  /** Sends nothing more on a connection. The driver rejects what was sent. */
  #abandon(shared: Shared): void {
    if (!this.#open.delete(shared)) return;
    void shared.client.end().catch(() => {});
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
