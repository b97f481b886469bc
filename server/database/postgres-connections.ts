import { Client, type ClientConfig, Pool, types } from 'pg';
import type { Address } from './address.ts';
import { closed, type Lend, shares } from './lending.ts';
import { PostgresLink, told, toldOfPool } from './postgres-link.ts';
import { SharedConnections } from './postgres-shared.ts';

const INT8 = 20;
const CONNECT_WITHIN_MS = 5000;
const LOCK_WITHIN_MS = 5000;
const IDLE_MS = 60_000;
const IDLE_IN_TRANSACTION_MS = 30_000;

/** Pools of connections to a server, and single ones beside them. */
export async function connectPostgres({ databaseUrl, databaseConnections, databaseTimeout }: Address) {
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
  const limitedTo = (seconds: number): ClientConfig => ({
    ...options,
    statement_timeout: seconds * 1000,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS, // a process that stands still must not keep rows for ever
    query_timeout: (seconds + 1) * 1000, // for a server that is not heard of any more
  });
  const openPool = (max: number, seconds: number) => {
    const pool = new Pool({ ...limitedTo(seconds), max, idleTimeoutMillis: IDLE_MS });
    pool.on('connect', (client) => client.on('error', () => {})); // told by the next statement
    pool.on('error', () => {}); // an idle connection was lost: the pool drops it, and the next one is new
    return pool;
  };
  const toOne = lendOne(options);
  await toOne((link) => link.command('select 1')); // told here where there is no such server
  const { reads, longReads, transactions } = shares(databaseConnections);
  const shared = new SharedConnections(limitedTo(databaseTimeout), reads);
  const forLongReads = openPool(longReads, 3 * databaseTimeout);
  const forTransactions = openPool(transactions, databaseTimeout);
  return {
    toReads: shared.lend,
    toLongReads: lendFrom(forLongReads),
    toTransactions: lendFrom(forTransactions),
    toBeAlone: lendAlone(toOne),
    close: () => closed([shared, forLongReads, forTransactions].map((each) => each.end())),
  };
}

function lendFrom(pool: Pool): Lend {
  return async (work) => {
    const client = await pool.connect().catch(toldOfPool);
    const link = new PostgresLink(client);
    try {
      return await work(link);
    } finally {
      client.release(link.isBroken);
    }
  };
}

/** A connection beside the pools, which has all the time that it needs. */
function lendOne(options: ClientConfig): Lend {
  return async (work) => {
    const client = new Client(options);
    client.on('error', () => {}); // told by the next statement
    await client.connect().catch(told);
    try {
      return await work(new PostgresLink(client));
    } finally {
      await client.end();
    }
  };
}

/**
 * Whoever holds this row is alone, and works on a connection beside it. A row, because not all that speak this protocol
 * have advisory locks.
 */
function lendAlone(toOne: Lend): Lend {
  return (work) =>
    toOne(async (guard) => {
      await guard.command('create table if not exists "quire_lock" ("name" varchar(20) primary key)');
      await guard.command(`insert into "quire_lock" values ('tables') on conflict do nothing`);
      await guard.command('begin isolation level read committed');
      await guard.command('select "name" from "quire_lock" for update');
      return await toOne(work);
    });
}
