import { Client, type ClientConfig, DatabaseError, Pool, type PoolClient, types } from 'pg';
import type { Raw } from './engine.ts';
import { type Lend, type Link, shares } from './lending.ts';
import type { Trouble } from './retrying.ts';
import type { Statement } from './statement.ts';

const INT8 = 20;
const CONNECT_WITHIN_MS = 5000;
const STATEMENT_WITHIN_MS = 30_000;
const LOCK_WITHIN_MS = 5000;
const IDLE_MS = 60_000;

/** Pools of connections to a server, and single ones beside them. */
export async function connectPostgres(url: string, connections: number) {
  const options: ClientConfig = {
    connectionString: url,
    application_name: 'quire',
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === INT8 ? BigInt : types.getTypeParser(id, format as 'text'),
    },
  };
  const limits: ClientConfig = {
    statement_timeout: STATEMENT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: STATEMENT_WITHIN_MS, // a process that stands still must not keep rows for ever
    query_timeout: STATEMENT_WITHIN_MS + 5000, // for a server that is not heard of any more
  };
  const openPool = (max: number) => {
    const pool = new Pool({ ...options, ...limits, max, idleTimeoutMillis: IDLE_MS });
    pool.on('connect', (client) => client.on('error', () => {})); // told by the next statement
    pool.on('error', () => {}); // an idle connection was lost: the pool drops it, and the next one is new
    return pool;
  };
  const toOne = lendOne(options);
  await toOne((link) => link.command('select 1')); // told here where there is no such server
  const pools = shares(connections).map(openPool);
  const [toReads, toLongReads, toTransactions] = pools.map(lendFrom) as [Lend, Lend, Lend];
  return {
    toReads,
    toLongReads,
    toTransactions,
    toBeAlone: lendAlone(toOne),
    close: async () => void (await Promise.all(pools.map((pool) => pool.end()))),
  };
}

class PostgresLink implements Link {
  isBroken = false;
  readonly #client: Client | PoolClient;

  constructor(client: Client | PoolClient) {
    this.#client = client;
  }

  async all({ sql, parameters }: Statement): Promise<Raw[]> {
    return (await this.#ask(sql, parameters)).rows;
  }

  async run({ sql, parameters }: Statement): Promise<number> {
    return (await this.#ask(sql, parameters)).rowCount ?? 0;
  }

  async insert({ sql, parameters }: Statement): Promise<bigint[]> {
    const { rows } = await this.#ask(`${sql} returning "id"`, parameters);
    return rows.map(({ id }) => id as bigint);
  }

  async command(sql: string): Promise<void> {
    const { command } = await this.#ask(sql, []);
    // To commit a transaction in which a statement failed is to roll it back, and PostgreSQL calls that a success.
    if (sql === 'commit' && command !== 'COMMIT')
      throw new Error('a statement of the transaction had failed');
  }

  async #ask(text: string, parameters: readonly unknown[]) {
    const values = [...parameters];
    const name = values.length > 0 ? nameOf(text) : undefined;
    try {
      return await this.#client.query<Raw>(name === undefined ? { text, values } : { text, values, name });
    } catch (error) {
      this.isBroken ||= !(error instanceof DatabaseError) || troubleOf(error) === 'lost';
      return told(error);
    }
  }
}

const MAX_NAMED = 500;
const names = new Map<string, string>();

/** The name under which connections keep a statement prepared. Only the first few hundred statements have one. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MAX_NAMED) names.set(text, `q${names.size}`);
  return names.get(text);
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

/** What is thrown by the driver and not by the server: the connection is of no more use. */
class LostConnection extends Error {}

/** All connections were busy, for as long as one is waited for. */
class NoneFree extends Error {}

/** The pool has one kind of error for both, and its words are all that tells them apart. */
function toldOfPool(cause: Error): never {
  if (cause.message === 'timeout exceeded when trying to connect')
    throw new NoneFree(cause.message, { cause });
  return told(cause);
}

function told(cause: unknown): never {
  throw cause instanceof DatabaseError ? cause : new LostConnection(String(cause), { cause });
}

const troubles: Readonly<Record<string, Trouble>> = {
  '23505': 'duplicate', // unique_violation
  '42P07': 'duplicate', // duplicate_table: made by somebody else meanwhile
  '40001': 'raced', // serialization_failure
  '40P01': 'raced', // deadlock_detected
  '25006': 'lost', // read_only_sql_transaction: the server has become a replica
  '53300': 'lost', // too_many_connections
  '57P01': 'lost', // admin_shutdown
  '57P02': 'lost', // crash_shutdown
  '57P03': 'lost', // cannot_connect_now
  '55P03': 'slow', // lock_not_available
  '57014': 'slow', // query_canceled
};

/** By PostgreSQL's error codes (its documentation, appendix A). */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof LostConnection) return 'lost';
  if (error instanceof NoneFree) return 'slow';
  return error instanceof DatabaseError ? troubles[error.code ?? ''] : undefined;
}
