import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg';
import type { Address } from '../engine.ts';
import {
  type Cancellable,
  type Connections,
  closed,
  FREE_WITHIN_MS,
  shares,
  type WithConnection,
} from '../pooled-engine.ts';
import { PostgresConnection, throwPoolError } from './connection.ts';
import { SharedConnections } from './shared-connections.ts';

const INT8 = 20;
const CONNECT_WITHIN_MS = 5000;
const LOCK_WITHIN_MS = 5000;
const IDLE_MS = 60_000;
/** A start works alone several times in a row, and a new connection costs the server more than that work. */
const ALONE_IDLE_MS = 2000;
const IDLE_IN_TRANSACTION_MS = 30_000;

/** Opens pools of connections to a server. Throws if the server cannot be reached. */
export async function connectPostgres({
  databaseUrl,
  databaseConnections,
  databaseTimeout,
}: Address): Promise<Connections> {
  const options: ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'quire',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === INT8 ? BigInt : types.getTypeParser(id, format as 'text'),
    },
  };
  const unlimited = openPool({ ...options, max: Number.POSITIVE_INFINITY, idleTimeoutMillis: ALONE_IDLE_MS });
  const withOne = fromPool(unlimited);
  await withOne((connection) => connection.command('select 1'));
  const { reads, longReads, transactions } = shares(databaseConnections);
  const shared = new SharedConnections(limited(options, databaseTimeout), reads);
  const forLongReads = openPool({ ...limited(options, 3 * databaseTimeout), max: longReads });
  const forTransactions = openPool({ ...limited(options, databaseTimeout), max: transactions });
  return {
    forReads: shared.withConnection,
    forLongReads: fromPool(forLongReads),
    longReadsAtOnce: longReads,
    forTransactions: fromPool(forTransactions),
    alone: aloneOn(withOne),
    close: () => closed([shared, forLongReads, forTransactions, unlimited].map((each) => each.end())),
  };
}

function limited(options: ClientConfig, seconds: number): ClientConfig {
  const answersWithinMs = (seconds + 1) * 1000; // a server that is slower no longer answers
  return {
    ...options,
    connectionTimeoutMillis: Math.min(CONNECT_WITHIN_MS, answersWithinMs),
    statement_timeout: seconds * 1000,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS, // a process that hangs must not hold locks for ever
    query_timeout: answersWithinMs,
  };
}

function openPool(options: PoolConfig): Pool {
  /** The pool has one limit for free connections and for new ones, which must be there sooner. */
  class NewClient extends Client {
    constructor() {
      super(options);
    }
  }
  const pool = new Pool({
    idleTimeoutMillis: IDLE_MS,
    ...options,
    connectionTimeoutMillis: FREE_WITHIN_MS,
    Client: NewClient,
  });
  pool.on('connect', (client) => client.on('error', () => {})); // the next statement reports it
  pool.on('error', () => {}); // an idle connection was lost: the pool drops it and opens another
  return pool;
}

function fromPool(pool: Pool): WithConnection<Cancellable> {
  return async (work) => {
    const client = await pool.connect().catch(throwPoolError);
    const connection = new PostgresConnection(client);
    try {
      return await work(connection);
    } finally {
      client.release(connection.isBroken);
    }
  };
}

/**
 * One process at a time holds the lock of a row, and works on a second connection. It is a row because not every server of
 * this protocol has advisory locks.
 */
function aloneOn(withOne: WithConnection): WithConnection {
  return (work) =>
    withOne(async (guard) => {
      await guard.command('create table if not exists "quire_lock" ("name" varchar(20) primary key)');
      await guard.command(`insert into "quire_lock" values ('tables') on conflict do nothing`);
      await guard.command('begin isolation level read committed');
      try {
        await guard.command('select "name" from "quire_lock" for update');
        return await withOne(work);
      } finally {
        await guard.command('rollback').catch(() => {}); // a connection that fails even here is not reused
      }
    });
}
