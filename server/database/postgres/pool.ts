import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import type { PoolState } from '../engine.ts';
import { type Cancellable, FREE_WITHIN_MS, GROW_AFTER_MS, type WithConnection } from '../pooled-engine.ts';
import { classifyError, PostgresConnection, throwPoolError, type Usage } from './connection.ts';
import type { ConnectionKind, Hosts } from './hosts.ts';

const IDLE_MS = 60_000;

/** A pool of the driver, of connections to one of the hosts. */
export interface OpenPool {
  readonly pool: Pool;
  readonly hosts: Hosts;
  readonly options: ClientConfig;
  readonly most: number;
  /** Those that are connected, as the pool counts those that still connect too. */
  readonly connected: ReadonlySet<Client>;
}

/** Opens a pool of up to `most` connections. It connects on first use. */
export function openPool(
  { hosts, options }: Pick<ConnectionKind, 'hosts' | 'options'>,
  most: number,
  idleTimeoutMillis = IDLE_MS,
): OpenPool {
  /** The pool has one limit for free connections and for new ones, which must be there sooner. */
  class NewClient extends Client {
    constructor() {
      super({ ...options, connectionString: hosts.current });
    }
  }
  const pool = new Pool({
    ...options,
    idleTimeoutMillis,
    max: most,
    connectionTimeoutMillis: FREE_WITHIN_MS,
    Client: NewClient,
    ...(hosts.isChosen && {
      verify: (client: PoolClient, done: (error?: Error) => void) =>
        void hosts.check(client).then(() => done(), done),
    }),
  });
  const connected = new Set<Client>();
  pool.on('connect', (client: Client) => {
    connected.add(client);
    client.once('end', () => connected.delete(client));
    client.on('error', () => {}); // the next statement reports it
  });
  pool.on('error', () => hosts.forget()); // an idle connection was lost: the pool drops it and opens another
  return { pool, hosts, options, most, connected };
}

/** The use of a pool now. */
export function stateOf(name: PoolState['name'], { pool, most }: OpenPool): PoolState {
  const { totalCount: open, idleCount, waitingCount: waiting } = pool;
  return { name, most, open, busy: open - idleCount, waiting };
}

/** Takes a connection from a pool. */
export async function connect({ pool, hosts, options }: OpenPool): Promise<PoolClient> {
  await hosts.find(options);
  try {
    return await pool.connect();
  } catch (error) {
    hosts.forget();
    throw error;
  }
}

/** Works with connections of a pool. `makeRoom` ends another one where the server has none left for this pool. */
export function fromPool(open: OpenPool, usage: Usage, makeRoom: () => void): WithConnection<Cancellable> {
  return async (work) => {
    const client = await connect(open).catch((error: Error) => {
      if (classifyError(error) === 'crowded') shrink(open, makeRoom);
      return throwPoolError(error);
    });
    const connection = new PostgresConnection(client, usage);
    try {
      return await work(connection);
    } finally {
      if (connection.isBroken) open.hosts.forget();
      client.release(connection.isBroken);
    }
  };
}

/** A server that has no connection left: until it may have one again, the pool works with those that it has. */
function shrink({ pool, most, connected }: OpenPool, makeRoom: () => void): void {
  if (connected.size === 0) makeRoom();
  pool.options.max = Math.max(1, connected.size);
  setTimeout(() => {
    pool.options.max = most;
  }, GROW_AFTER_MS).unref();
}
