import mysql, {
  type Connection as Client,
  type ConnectionOptions,
  type Pool,
  type PoolConnection,
} from 'mysql2';
import { MAX_SORT_COLUMNS, MAX_SORTED_CHARACTERS } from '../../../contract/limits.ts';
import type { Address, PoolState } from '../engine.ts';
import {
  type Cancellable,
  type Connections,
  closed,
  FREE_WITHIN_MS,
  GROW_AFTER_MS,
  shares,
  type WithConnection,
} from '../pooled-engine.ts';
import { NoConnectionFree } from '../retrying.ts';
import { askNodeId, type Cluster, findCluster } from './cluster.ts';
import { classifyError, MysqlConnection } from './connection.ts';
import { askProduct, type Product } from './product.ts';

const CONNECT_WITHIN_MS = 5000;
/** For each connection. A server allows 16382 in all (MySQL reference manual, max_prepared_stmt_count). */
const MAX_PREPARED = 200;
/** In the character set of the tables, a character has at most 4 bytes. */
const MAX_SORT_BYTES = 4 * MAX_SORTED_CHARACTERS;
/** A server refuses to sort with less memory (MERGEBUFF2 of filesort). It allocates only what a query needs. */
const SORT_KEYS_AT_ONCE = 16;

/** Session variables that statements rely on. */
const SESSION = [
  `set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY,PIPES_AS_CONCAT,STRICT_ALL_TABLES'`,
  `set session transaction isolation level read committed`,
  `set session innodb_lock_wait_timeout = 5`,
  // Texts that begin alike with more bytes than this would count as equal where they are sorted or grouped.
  `set session max_sort_length = ${MAX_SORT_BYTES}`,
  `set session sort_buffer_size = greatest(@@global.sort_buffer_size, ${SORT_KEYS_AT_ONCE * (MAX_SORT_COLUMNS + 1) * MAX_SORT_BYTES})`,
];

/** What the driver's types hide of a pool. */
interface Opened {
  readonly config: { connectionLimit: number };
  readonly _allConnections: { readonly length: number };
  readonly _freeConnections: { readonly length: number };
  readonly _connectionQueue: { readonly length: number };
}

interface Connected {
  readonly product: Product;
  readonly connections: Connections;
}

/** Opens pools of connections to a server. Throws if the server cannot be reached. */
export async function connectMysql({
  databaseUrl,
  databaseConnections,
  databaseTimeout,
}: Address): Promise<Connected> {
  const options: ConnectionOptions = {
    uri: databaseUrl,
    charset: 'utf8mb4_bin',
    connectTimeout: CONNECT_WITHIN_MS,
    maxPreparedStatements: MAX_PREPARED,
    supportBigNumbers: true,
    bigNumberStrings: true,
  };
  const withOne = singleConnection(options, 0);
  const product = await withOne(askProduct);
  const cluster = await findCluster(singleConnection(options, CONNECT_WITHIN_MS));
  await cluster?.begin();
  const { reads, longReads, transactions } = shares(databaseConnections);
  const most = { reads, long_reads: longReads, transactions };
  const pools = new Map<PoolState['name'], Pool>();
  const openPool = (name: PoolState['name'], seconds: number) => {
    const answersWithinMs = (seconds + 1) * 1000; // a server that is slower no longer answers
    const connectTimeout = Math.min(CONNECT_WITHIN_MS, answersWithinMs);
    const pool = mysql.createPool({ ...options, connectionLimit: most[name], connectTimeout });
    pool.on('connection', (client) => prepareSession(client, [...SESSION, timeLimit(product, seconds)]));
    pools.set(name, pool);
    return cluster ? fromNode(pool, answersWithinMs, cluster) : fromPool(pool, answersWithinMs);
  };
  return {
    product,
    connections: {
      forReads: openPool('reads', databaseTimeout),
      forLongReads: openPool('long_reads', 3 * databaseTimeout),
      longReadsAtOnce: longReads,
      forTransactions: openPool('transactions', databaseTimeout),
      alone: aloneOn(cluster ? onNode(options, cluster) : withOne),
      async close() {
        await closed([...pools.values()].map((pool) => pool.promise().end()));
        if (cluster) await closed([cluster.end()]);
      },
      pools: () => [...pools].map(([name, pool]) => stateOf(name, pool, most[name])),
    },
  };
}

/** The use of a pool now. */
function stateOf(name: PoolState['name'], pool: Pool, most: number): PoolState {
  const { _allConnections, _freeConnections, _connectionQueue } = pool as unknown as Opened;
  const open = _allConnections.length;
  return { name, most, open, busy: open - _freeConnections.length, waiting: _connectionQueue.length };
}

function timeLimit(product: Product, seconds: number): string {
  return product === 'MariaDB'
    ? `set session max_statement_time = ${seconds}`
    : `set session max_execution_time = ${seconds * 1000}`;
}

function fromPool(pool: Pool, timeoutMs: number): WithConnection<Cancellable> {
  const connections = new WeakMap<PoolConnection, MysqlConnection>();
  return async (work) => {
    const client = await take(pool);
    const connection = connections.get(client) ?? new MysqlConnection(client, timeoutMs);
    connections.set(client, connection);
    return using(client, connection, work);
  };
}

/** As `fromPool`, on the node that this server uses. Connections to another one are given up when they are taken. */
function fromNode(pool: Pool, timeoutMs: number, cluster: Cluster): WithConnection<Cancellable> {
  const nodes = new WeakMap<PoolConnection, string>();
  return async (work) => {
    const outage = cluster.outage();
    if (outage) throw outage;
    for (;;) {
      const client = await take(pool);
      const known = nodes.get(client);
      const node = known ?? (await newOn(client, timeoutMs, cluster));
      nodes.set(client, node);
      const refusal = cluster.refusal(node);
      if (!refusal) {
        const connection = new MysqlConnection(client, timeoutMs, () => cluster.refusal(node));
        return cluster.run(() => using(client, connection, work));
      }
      client.destroy();
      if (known === undefined) throw refusal;
    }
  };
}

/** The node of a new connection. */
async function newOn(client: PoolConnection, timeoutMs: number, cluster: Cluster): Promise<string> {
  try {
    const node = await askNodeId(new MysqlConnection(client, timeoutMs));
    cluster.noteNew(node);
    return node;
  } catch (error) {
    client.destroy();
    throw error;
  }
}

async function using<T>(
  client: PoolConnection,
  connection: MysqlConnection,
  work: (connection: MysqlConnection) => Promise<T>,
): Promise<T> {
  try {
    return await work(connection);
  } finally {
    if (connection.isBroken) client.destroy();
    else client.release();
  }
}

/** Takes a connection from the pool, which has no timeout of its own for this. */
function take(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new NoConnectionFree('no connection became free'));
    }, FREE_WITHIN_MS);
    pool.getConnection((error, client) => {
      clearTimeout(timer);
      if (error && classifyError(error) === 'crowded') shrink(pool);
      if (error) reject(Object.assign(error, { fatal: true }));
      else if (isLate) client.release();
      else resolve(client);
    });
  });
}

/** A server that has no connection left: until it may have one again, the pool works with those that it has. */
function shrink(pool: Pool): void {
  const { config, _allConnections: open } = pool as unknown as Opened;
  if (open.length === 0 || open.length >= config.connectionLimit) return;
  const most = config.connectionLimit;
  config.connectionLimit = open.length;
  setTimeout(() => {
    config.connectionLimit = Math.max(config.connectionLimit, most);
  }, GROW_AFTER_MS).unref();
}

/** A connection outside the pools, without time limits of the server; a timeout of 0 never ends. */
function singleConnection(options: ConnectionOptions, timeoutMs: number): WithConnection {
  return (work) => withClient(options, (client) => work(new MysqlConnection(client, timeoutMs)));
}

/** The same on the node that this server uses. */
function onNode(options: ConnectionOptions, cluster: Cluster): WithConnection {
  return (work) =>
    withClient(options, async (client) => {
      const node = await askNodeId(new MysqlConnection(client, 0));
      return cluster.run(() => work(new MysqlConnection(client, 0, () => cluster.refusal(node))));
    });
}

async function withClient<T>(options: ConnectionOptions, work: (client: Client) => Promise<T>): Promise<T> {
  const client = mysql.createConnection(options);
  prepareSession(client, SESSION);
  try {
    return await work(client);
  } finally {
    client.destroy(); // releases its locks too
  }
}

function prepareSession(client: Client, commands: readonly string[]): void {
  client.on('error', () => {}); // the next statement reports it
  for (const command of commands) client.query(command, (error) => error && client.destroy());
}

/** One process at a time holds this lock. It ends with the connection. */
function aloneOn(withOne: WithConnection): WithConnection {
  return (work) =>
    withOne(async (connection) => {
      // Lock names belong to the whole server, and have at most 64 characters.
      const sql = `select get_lock(concat('quire.', sha2(database(), 224)), 3600) as "got"`;
      const [row] = await connection.all({ sql, parameters: [] });
      if (Number(row?.got) !== 1) throw new Error('another process has been changing the tables for an hour');
      return work(connection);
    });
}
