import { type Client, DatabaseError, type PoolClient } from 'pg';
import type { Raw } from './engine.ts';
import type { Link } from './lending.ts';
import type { Trouble } from './retrying.ts';
import type { Statement } from './statement.ts';

/** A connection of the driver, as the engines' common part wants it. */
export class PostgresLink implements Link {
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
    if (this.isBroken) throw new LostConnection(); // not even to roll back: it would be waited for once more
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

/** What is thrown by the driver and not by the server: the connection is of no more use. */
class LostConnection extends Error {}

/** All connections were busy, for as long as one is waited for. */
class NoneFree extends Error {}

/** The pool has one kind of error for both, and its words are all that tells them apart. */
export function toldOfPool(cause: Error): never {
  if (cause.message === 'timeout exceeded when trying to connect')
    throw new NoneFree(cause.message, { cause });
  return told(cause);
}

/** Throws what the driver threw, so that `troubleOf` knows it. */
export function told(cause: unknown): never {
  throw cause instanceof DatabaseError ? cause : new LostConnection(String(cause), { cause });
}

const troubles: Readonly<Record<string, Trouble>> = {
  '23505': 'duplicate', // unique_violation
  '42P07': 'duplicate', // duplicate_table: made by somebody else meanwhile
  '42710': 'duplicate', // duplicate_object: likewise
  '40001': 'raced', // serialization_failure
  '40P01': 'raced', // deadlock_detected
  '25006': 'lost', // read_only_sql_transaction: the server has become a replica
  '53100': 'lost', // disk_full
  '53200': 'lost', // out_of_memory
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
