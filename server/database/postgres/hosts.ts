import { Client, type ClientBase, type ClientConfig, DatabaseError } from 'pg';
import { ConnectionLost } from '../retrying.ts';
import { hostUrls } from '../server-url.ts';
import type { Usage } from './connection.ts';

/** How connections of one kind are opened and used. */
export interface ConnectionKind {
  readonly hosts: Hosts;
  readonly options: ClientConfig;
  readonly usage: Usage;
}

/** What `target_session_attrs` asks of a connection, as in libpq (PostgreSQL's documentation, 34.1.2). */
const REFUSED = {
  any: 'false',
  primary: 'pg_is_in_recovery()',
  'read-write': `current_setting('transaction_read_only') = 'on' or pg_is_in_recovery()`,
} as const;

/**
 * The hosts of a URL, of which new connections use one: the first that answers and takes writes. After a failover it is looked
 * for again.
 */
export class Hosts {
  readonly #urls: readonly [string, ...string[]];
  readonly #refused: string;
  #found: Promise<string> | undefined;
  #current: string;

  constructor(databaseUrl: string) {
    this.#urls = hostUrls(databaseUrl);
    [this.#current] = this.#urls;
    const asked = new URL(this.#current).searchParams.get('target_session_attrs');
    const attrs = asked ?? (this.#urls.length > 1 ? 'read-write' : 'any');
    this.#refused = REFUSED[attrs as keyof typeof REFUSED];
  }

  /** Whether there is a choice to make, or a connection to look at. */
  get isChosen(): boolean {
    return this.#urls.length > 1 || this.#refused !== REFUSED.any;
  }

  /** The URL for the next connection. */
  get current(): string {
    return this.#current;
  }

  /** Looks for a host, unless one is known or there is no choice. Throws if none is as wanted. */
  async find(options: ClientConfig): Promise<void> {
    if (!this.isChosen) return;
    this.#found ??= this.#first(options);
    const found = this.#found;
    try {
      this.#current = await found;
    } catch (error) {
      this.forget(found);
      throw error;
    }
  }

  /** After a lost connection: another host may have become the primary. */
  forget(found = this.#found): void {
    if (this.#found === found) this.#found = undefined;
  }

  /** Throws ConnectionLost where a connection is not as wanted, so that the work runs again on another host. */
  async check(client: Pick<ClientBase, 'query'>): Promise<void> {
    if (this.#refused === REFUSED.any) return;
    const { rows } = await client.query<{ refused: boolean }>(`select ${this.#refused} as "refused"`);
    if (rows[0]?.refused !== true) return;
    this.forget();
    throw new ConnectionLost('the server takes no writes');
  }

  async #first(options: ClientConfig): Promise<string> {
    const reasons: string[] = [];
    let crowded: unknown;
    for (const url of this.#urls) {
      const error = await this.#problemOf(url, options);
      if (error === undefined) return url;
      if (isRefusal(error)) throw error;
      if (isCrowded(error)) crowded = error;
      reasons.push(`${new URL(url).host}: ${error instanceof Error ? error.message : error}`);
    }
    throw crowded ?? new ConnectionLost(`no host takes writes (${reasons.join('; ')})`);
  }

  async #problemOf(url: string, options: ClientConfig): Promise<unknown> {
    const client = new Client({ ...options, connectionString: url });
    client.on('error', () => {}); // the statement reports it
    try {
      await client.connect();
      await this.check(client);
      return undefined;
    } catch (error) {
      return error;
    } finally {
      void client.end().catch(() => {});
    }
  }
}

/** A wrong password or name is as wrong on the next host, and must be told. */
function isRefusal(error: unknown): boolean {
  return error instanceof DatabaseError && /^(28|3D|42)/.test(error.code ?? '');
}

/** It may be the primary, and have a connection soon. */
function isCrowded(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '53300';
}
