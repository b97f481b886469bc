import { type Client, DatabaseError, type PoolClient } from 'pg';
import type { Connection, Raw } from '../engine.ts';
import type { Cancellable } from '../pooled-engine.ts';
import { ConnectionLost, isOutage, NoConnectionFree, type TransientError } from '../retrying.ts';
import type { Statement } from '../statement.ts';

const MAX_NAMED = 500;

/** How a connection is used. */
export interface Usage {
  /** Whether statements are prepared under names. */
  readonly isNamed: boolean;
  /** Whether statements are sent before earlier ones are answered. */
  readonly isPipelined: boolean;
  /** Begins a transaction with time limits around each read, where the session keeps none. */
  readonly readWithin?: string | undefined;
}

/** A connection of the driver. */
export class PostgresConnection implements Cancellable {
  isBroken = false;
  readonly #client: Client | PoolClient;
  readonly #usage: Usage;

  constructor(client: Client | PoolClient, usage: Usage) {
    this.#client = client;
    this.#usage = usage;
  }

  async all({ sql, parameters }: Statement): Promise<Raw[]> {
    const { readWithin } = this.#usage;
    if (readWithin === undefined) return (await this.#query(sql, parameters)).rows;
    const { rows } = await this.#inOrder([
      () => this.#query(readWithin),
      () => this.#query(sql, parameters),
      () => this.#query('commit'),
    ]);
    return rows;
  }

  /** Runs three statements, the last of them whatever happens; returns what the second answers. Throws the first error. */
  async #inOrder<T>([begin, work, end]: readonly [() => Promise<T>, () => Promise<T>, () => Promise<T>]) {
    if (this.#usage.isPipelined) {
      const sent = [begin(), work(), end()] as const; // at once, so that statements of others cannot come between
      await Promise.allSettled(sent);
      return (await Promise.all(sent))[1];
    }
    await begin();
    try {
      return await work();
    } finally {
      await end();
    }
  }

  async run({ sql, parameters }: Statement): Promise<number> {
    return (await this.#query(sql, parameters)).rowCount ?? 0;
  }

  async insert({ sql, parameters }: Statement): Promise<bigint[]> {
    const { rows } = await this.#query(`${sql} returning "id"`, parameters);
    return rows.map(({ id }) => id as bigint);
  }

  async command(sql: string): Promise<void> {
    const { command } = await this.#query(sql, []);
    // To commit a transaction in which a statement failed is to roll it back, and PostgreSQL calls that a success.
    if (sql === 'commit' && command !== 'COMMIT')
      throw new Error('a statement of the transaction had failed');
  }

  async cancel(by: Connection): Promise<void> {
    this.isBroken = true;
    const { processID } = this.#client;
    // The number that a pooler tells is not the server's. It ends the statement of a client that has gone.
    if (this.#usage.readWithin !== undefined) return endNow(this.#client);
    await by.all({ sql: 'select pg_cancel_backend($1)', parameters: [processID] });
  }

  async #query(text: string, parameters: readonly unknown[] = []) {
    if (this.isBroken) throw new ConnectionLost(); // not even a rollback is sent, since nothing would answer it
    const values = [...parameters];
    const name = this.#usage.isNamed && values.length > 0 ? nameOf(text) : undefined;
    try {
      return await this.#client.query<Raw>(name === undefined ? { text, values } : { text, values, name });
    } catch (error) {
      this.isBroken ||= !(error instanceof DatabaseError) || isOutage(classifyError(error)) || isStale(error);
      return throwDriverError(error);
    }
  }
}

/** Ends a connection whose statement runs, which the driver's types of a pool hide. */
async function endNow(client: Client | PoolClient): Promise<void> {
  if ('end' in client) await client.end();
}

const names = new Map<string, string>();

/** The name under which connections keep a statement prepared. Only the first few hundred statements get one. */
function nameOf(text: string): string | undefined {
  if (!names.has(text) && names.size < MAX_NAMED) names.set(text, `q${names.size}`);
  return names.get(text);
}

/** Rethrows an error of the pool, whose errors differ only in their messages. */
export function throwPoolError(cause: Error): never {
  if (cause.message === 'timeout exceeded when trying to connect')
    throw new NoConnectionFree(cause.message, { cause });
  return throwDriverError(cause);
}

/** Throws an error of the server as it is. An error of the driver itself means that the connection is lost. */
export function throwDriverError(cause: unknown): never {
  throw cause instanceof DatabaseError ? cause : new ConnectionLost(String(cause), { cause });
}

const byCode: Readonly<Record<string, TransientError>> = {
  '08000': 'lost', // connection_exception, as all of its class that poolers send
  '08003': 'lost',
  '08006': 'lost',
  '08P01': 'lost', // protocol_violation: PgBouncer ends a connection so, for whatever reason
  '23505': 'duplicate', // unique_violation
  '42P07': 'duplicate', // duplicate_table: another process has just created it
  '42710': 'duplicate', // duplicate_object: likewise
  '40001': 'conflict', // serialization_failure
  '40P01': 'conflict', // deadlock_detected
  '25006': 'readOnly', // read_only_sql_transaction: for example, the server has become a replica
  '25P03': 'lost', // idle_in_transaction_session_timeout
  '28000': 'lost', // invalid_authorization_specification, of a new connection, as the next two
  '28P01': 'lost', // invalid_password
  '3D000': 'lost', // invalid_catalog_name
  '40003': 'lost', // statement_completion_unknown
  '53100': 'full', // disk_full
  '53200': 'crowded', // out_of_memory
  '53300': 'crowded', // too_many_connections
  '57P01': 'lost', // admin_shutdown
  '57P02': 'lost', // crash_shutdown
  '57P03': 'lost', // cannot_connect_now
  '57P05': 'lost', // idle_session_timeout
  '58030': 'lost', // io_error
  '55P03': 'slow', // lock_not_available
  '57014': 'slow', // query_canceled
};

/** Classifies errors by PostgreSQL's codes (its documentation, appendix A). */
export function classifyError(error: unknown): TransientError | undefined {
  if (error instanceof ConnectionLost) return 'lost';
  if (error instanceof NoConnectionFree) return 'slow';
  if (!(error instanceof DatabaseError)) return undefined;
  return isStale(error) ? 'conflict' : byCode[error.code ?? ''];
}

/** Whether a statement was prepared before the type of a column changed: another connection prepares it anew. */
function isStale({ code, message }: DatabaseError): boolean {
  return code === '0A000' && message === 'cached plan must not change result type';
}
