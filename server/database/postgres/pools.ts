import { setTimeout as wait } from 'node:timers/promises';
import { type ClientConfig, types } from 'pg';
import type { Address } from '../engine.ts';
import { type Connections, closed, shares, type WithConnection } from '../pooled-engine.ts';
import type { Statement } from '../statement.ts';
import type { Usage } from './connection.ts';
import { type ConnectionKind, Hosts } from './hosts.ts';
import { connect, fromPool, type OpenPool, openPool, stateOf } from './pool.ts';
import { findPooler, type Pooler } from './pooler.ts';
import { SharedConnections } from './shared-connections.ts';

const INT8 = 20;
const CONNECT_WITHIN_MS = 5000;
const LOCK_WITHIN_MS = 5000;
/** A start works alone several times in a row, and a new connection costs the server more than that work. */
const ALONE_IDLE_MS = 2000;
const IDLE_IN_TRANSACTION_MS = 30_000;
/** Each statement sees what is committed when it starts. */
export const BEGIN = 'begin isolation level read committed';

/** Opens pools of connections to a server. Throws if the server cannot be reached. */
export async function connectPostgres({
  databaseUrl,
  databaseConnections,
  databaseTimeout,
}: Address): Promise<Connections & { readonly begin: string; readonly isPooled: boolean }> {
  const hosts = new Hosts(databaseUrl);
  const options: ClientConfig = {
    application_name: 'quire',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === INT8 ? BigInt : types.getTypeParser(id, format as 'text'),
    },
  };
  const unlimited = openPool({ hosts, options }, Number.POSITIVE_INFINITY, ALONE_IDLE_MS);
  const pooler = await askPooler(unlimited);
  const usage: Usage = { isNamed: pooler?.keepsPrepared ?? true, isPipelined: false };
  const limited = (seconds: number) => limitsOf({ hosts, options, usage }, seconds, pooler !== undefined);
  const { reads, longReads, transactions } = shares(databaseConnections);
  const [quick, long] = [limited(databaseTimeout), limited(3 * databaseTimeout)];
  const shared = new SharedConnections(quick, reads);
  const forLongReads = openPool(long, longReads);
  const forTransactions = openPool(quick, transactions);
  const makeRoom = () => shared.giveUpOne();
  return {
    forReads: shared.withConnection,
    forLongReads: fromPool(forLongReads, long.usage, makeRoom),
    longReadsAtOnce: longReads,
    forTransactions: fromPool(forTransactions, usage, makeRoom),
    pools: () => [
      shared.state,
      stateOf('long_reads', forLongReads),
      stateOf('transactions', forTransactions),
    ],
    begin: quick.usage.readWithin ?? BEGIN,
    isPooled: pooler !== undefined,
    alone: aloneOn(fromPool(unlimited, usage, makeRoom)),
    close: () =>
      closed([shared, forLongReads.pool, forTransactions.pool, unlimited.pool].map((each) => each.end())),
  };
}

async function askPooler(open: OpenPool): Promise<Pooler | undefined> {
  const client = await connect(open);
  return findPooler(client, open.hosts.current).finally(() => client.release());
}

/** The time limits of connections: of their sessions, or behind a pooler of each transaction. */
function limitsOf(kind: ConnectionKind, seconds: number, isPooled: boolean): ConnectionKind {
  const answersWithinMs = (seconds + 1) * 1000; // a server that is slower no longer answers
  const limits = {
    statement_timeout: seconds * 1000,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS, // a process that hangs must not hold locks for ever
  };
  const locally = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`);
  return {
    ...kind,
    options: {
      ...kind.options,
      ...(isPooled ? {} : limits),
      connectionTimeoutMillis: Math.min(CONNECT_WITHIN_MS, answersWithinMs),
      query_timeout: answersWithinMs,
    },
    usage: { ...kind.usage, readWithin: isPooled ? [BEGIN, ...locally].join('; ') : undefined },
  };
}

/**
 * Taking the lock must not wait in the server: the process that holds it may run `create index concurrently`, which waits for
 * every statement that is running, so each would wait for the other.
 */
const TAKE_LOCK: Statement = {
  sql: 'select "name" from "quire_lock" for update skip locked',
  parameters: [],
};
const TAKE_AGAIN_MS = 50;

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
        while ((await guard.all(TAKE_LOCK)).length === 0) await wait(TAKE_AGAIN_MS);
        return await withOne(work);
      } finally {
        await guard.command('rollback').catch(() => {}); // a connection that fails even here is not reused
      }
    });
}
