import mysql, {
  type Connection as Client,
  type ConnectionOptions,
  type Pool,
  type PoolConnection,
  type ResultSetHeader,
} from 'mysql2';
import type { Address } from './address.ts';
import type { Raw } from './engine.ts';
import { closed, type Lend, type Link, shares } from './lending.ts';
import type { Trouble } from './retrying.ts';
import type { Statement } from './statement.ts';

const CONNECT_WITHIN_MS = 5000;
/** Of each connection. A server allows 16382 in all (MySQL reference manual, max_prepared_stmt_count). */
const MAX_PREPARED = 200;

/** What statements rely on, whatever the server's own defaults are. */
const SESSION = [
  `set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION,ONLY_FULL_GROUP_BY,PIPES_AS_CONCAT,STRICT_ALL_TABLES'`,
  `set session transaction isolation level read committed`,
  `set session innodb_lock_wait_timeout = 5`,
];

/** Pools of connections to a server, and single ones beside them. */
export async function connectMysql({ databaseUrl, databaseConnections, databaseTimeout }: Address) {
  if (new URL(databaseUrl).searchParams.has('sslmode'))
    // the driver would pass over it, and go on without TLS
    throw new Error('sslmode is for PostgreSQL; here TLS is ?ssl={"rejectUnauthorized":true}');
  const options: ConnectionOptions = {
    uri: databaseUrl,
    charset: 'utf8mb4_bin',
    connectTimeout: CONNECT_WITHIN_MS,
    maxPreparedStatements: MAX_PREPARED,
    supportBigNumbers: true,
    bigNumberStrings: true,
  };
  const toOne = lendOne(options);
  const product = await toOne(tellProduct);
  const pools: Pool[] = [];
  const lendSome = (connectionLimit: number, seconds: number) => {
    const limit =
      product === 'MariaDB'
        ? `set session max_statement_time = ${seconds}`
        : `set session max_execution_time = ${seconds * 1000}`;
    const pool = mysql.createPool({ ...options, connectionLimit });
    pool.on('connection', (client) => prepareSession(client, [...SESSION, limit]));
    pools.push(pool);
    return lendFrom(pool, (seconds + 1) * 1000); // for a server that is not heard of any more
  };
  const { reads, longReads, transactions } = shares(databaseConnections);
  return {
    product,
    toReads: lendSome(reads, databaseTimeout),
    toLongReads: lendSome(longReads, 3 * databaseTimeout),
    toTransactions: lendSome(transactions, databaseTimeout),
    toBeAlone: lendAlone(toOne),
    close: () => closed(pools.map((pool) => pool.promise().end())),
  };
}

class MysqlLink implements Link {
  isBroken = false;
  readonly #client: Client;
  readonly #patience: number;

  /** `patience` in milliseconds; 0 has no end. */
  constructor(client: Client, patience: number) {
    this.#client = client;
    this.#patience = patience;
  }

  all({ sql, parameters }: Statement): Promise<Raw[]> {
    return this.#ask('execute', sql, parameters);
  }

  async run({ sql, parameters }: Statement): Promise<number> {
    return (await this.#ask<ResultSetHeader>('execute', sql, parameters)).affectedRows;
  }

  /** The server gives the rows of one statement ids that follow one another (MySQL reference manual, InnoDB AUTO_INCREMENT). */
  async insert({ sql, parameters }: Statement): Promise<bigint[]> {
    const { affectedRows, insertId } = await this.#ask<ResultSetHeader>('execute', sql, parameters);
    const first = BigInt(insertId);
    if (affectedRows === 1) return [first];
    const [row] = await this.all({ sql: 'select @@auto_increment_increment as "step"', parameters: [] });
    const step = BigInt(row?.step as string);
    return Array.from({ length: affectedRows }, (_, index) => first + BigInt(index) * step);
  }

  async command(sql: string): Promise<void> {
    await this.#ask('query', sql, []);
  }

  #ask<Answer>(how: 'execute' | 'query', sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (this.isBroken) return Promise.reject(new Unheard()); // not even to roll back: it would be waited for once more
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.isBroken ||= troubleOf(error) === 'lost';
        reject(error);
      };
      // The driver's own limit would keep the process running after a connection is lost.
      const limit = this.#patience && setTimeout(() => fail(new Unheard()), this.#patience).unref();
      const values = parameters.map(toMysql) as never[];
      this.#client[how]({ sql, values }, (error, answer) => {
        if (limit) clearTimeout(limit);
        if (error) fail(error);
        else resolve(answer as Answer);
      });
    });
  }
}

/** The server has not been heard of for longer than any statement may take. */
class Unheard extends Error {}

// Each look at the driver's own property loads its module anew.
const { LONGLONG: wholeNumber } = mysql.TypedParameter;

/** The driver would send whole numbers as doubles or as text, and the server would compare them as such. */
function toMysql(value: unknown): unknown {
  return typeof value === 'bigint' || typeof value === 'number' ? wholeNumber(value) : value;
}

function lendFrom(pool: Pool, patience: number): Lend {
  return async (work) => {
    const client = await take(pool);
    const link = new MysqlLink(client, patience);
    try {
      return await work(link);
    } finally {
      if (link.isBroken) client.destroy();
      else client.release();
    }
  };
}

/** All connections were busy, for as long as one is waited for. */
class NoneFree extends Error {}

/** A connection of the pool; the pool itself would let one wait for ever. */
function take(pool: Pool): Promise<PoolConnection> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new NoneFree('no connection became free'));
    }, CONNECT_WITHIN_MS);
    pool.getConnection((error, client) => {
      clearTimeout(timer);
      if (error) reject(Object.assign(error, { fatal: true }));
      else if (isLate) client.release();
      else resolve(client);
    });
  });
}

/** A connection beside the pools, which has all the time that it needs. */
function lendOne(options: ConnectionOptions): Lend {
  return async (work) => {
    const client = mysql.createConnection(options);
    prepareSession(client, SESSION);
    try {
      return await work(new MysqlLink(client, 0));
    } finally {
      client.destroy(); // and with it all locks that it holds
    }
  };
}

function prepareSession(client: Client, commands: readonly string[]): void {
  client.on('error', () => {}); // told by the next statement
  for (const command of commands) client.query(command, (error) => error && client.destroy());
}

/** What speaks the protocol, as far as it differs. */
export type Product = 'MySQL' | 'MariaDB' | 'TiDB';

async function tellProduct(link: Link): Promise<Product> {
  const [row] = await link.all({ sql: 'select version() as "version"', parameters: [] });
  return productOf(String(row?.version));
}

const OLDEST = { MySQL: '8.0.19', MariaDB: '10.6', TiDB: '0' };

/** By what a server says of its version; throws where that is too old. */
export function productOf(version: string): Product {
  const [, product = 'MySQL'] = (/(MariaDB|TiDB)/.exec(version) ?? []) as [unknown?, Product?];
  const oldest = OLDEST[product];
  if (version.localeCompare(oldest, 'en', { numeric: true }) < 0)
    throw new Error(`${product} ${version} is older than ${oldest}`);
  return product;
}

/** Whoever holds this lock is alone; it goes with the connection. */
function lendAlone(toOne: Lend): Lend {
  return (work) =>
    toOne(async (link) => {
      // Locks are the whole server's, and their names have 64 characters at most.
      const sql = `select get_lock(concat('quire.', sha2(database(), 224)), 3600) as "got"`;
      const [row] = await link.all({ sql, parameters: [] });
      if (Number(row?.got) !== 1) throw new Error('another process has been changing the tables for an hour');
      return work(link);
    });
}

const troubles: Readonly<Record<number, Trouble>> = {
  1062: 'duplicate', // ER_DUP_ENTRY
  1020: 'raced', // ER_CHECKREAD
  1213: 'raced', // ER_LOCK_DEADLOCK
  3101: 'raced', // ER_TRANSACTION_ROLLBACK_DURING_COMMIT: another server of the group was first
  9007: 'raced', // TiDB: write conflict
  1021: 'lost', // ER_DISK_FULL
  1037: 'lost', // ER_OUTOFMEMORY
  1040: 'lost', // ER_CON_COUNT_ERROR
  1053: 'lost', // ER_SERVER_SHUTDOWN
  1114: 'lost', // ER_RECORD_FILE_FULL
  1203: 'lost', // ER_TOO_MANY_USER_CONNECTIONS
  1290: 'lost', // ER_OPTION_PREVENTS_STATEMENT: the server has become a replica
  1317: 'lost', // ER_QUERY_INTERRUPTED
  1461: 'lost', // ER_MAX_PREPARED_STMT_COUNT_REACHED: a connection that ends lets go of its own
  1792: 'lost', // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
  1836: 'lost', // ER_READ_ONLY_MODE
  1927: 'lost', // MariaDB: ER_CONNECTION_KILLED
  4031: 'lost', // ER_CLIENT_INTERACTION_TIMEOUT
  1205: 'slow', // ER_LOCK_WAIT_TIMEOUT
  1969: 'slow', // MariaDB: ER_STATEMENT_TIMEOUT
  3024: 'slow', // ER_QUERY_TIMEOUT
};

/** By the servers' error numbers; the driver's own errors mean that the connection is of no more use. */
export function troubleOf(error: unknown): Trouble | undefined {
  const { errno = 0, fatal } = error as { errno?: number; fatal?: boolean };
  if (error instanceof NoneFree) return 'slow';
  if (troubles[errno]) return troubles[errno];
  return fatal || error instanceof Unheard ? 'lost' : undefined;
}
