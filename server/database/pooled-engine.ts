import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, Engine, Reader } from './engine.ts';
import { Lookups } from './lookups.ts';
import { retrying, unavailable } from './retrying.ts';
import { writePortion } from './row-text.ts';

const CLOSE_WITHIN_MS = 2000;

/** Runs work on a connection of its own, which is reused afterwards unless it broke. */
export type WithConnection = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;

/** The connections of an engine to its database server. */
export interface Connections {
  /**
   * Reads do not share connections with transactions. So transactions that wait for locks never block a read, and a read
   * inside a transaction's work cannot wait for that transaction.
   */
  readonly forReads: WithConnection;
  /** Long reads have few connections, so that quick reads find one free. */
  readonly forLongReads: WithConnection;
  readonly forTransactions: WithConnection;
  /** Waits until no other process holds the one connection of this kind. Its statements have no time limit. */
  readonly alone: WithConnection;
}

interface Transactions {
  readonly classifyError: Engine['classifyError'];
  /** SQL that begins a transaction in which each statement sees what is committed when it starts. */
  readonly begin: string;
}

/** The part of an engine that is the same for every database server. */
export function pooledEngine(
  { forReads, forLongReads, forTransactions, alone }: Connections,
  { classifyError, begin }: Transactions,
): Pick<Engine, 'reads' | 'longReads' | 'transaction' | 'alone' | 'classifyError'> {
  const again = <T>(work: () => Promise<T>) => retrying(classifyError, work);
  const readerOn = (withConnection: WithConnection): Reader => ({
    all: (statement) => again(() => withConnection((connection) => connection.all(statement))),
  });
  const transact = <T>(connection: Connection, work: (connection: Connection) => Promise<T>) =>
    inTransaction(connection, { begin, classifyError }, work);
  const reads = readerOn(forReads);
  const lookups = new Lookups((work) => again(() => forReads(work)));
  const longReads = readerOn(forLongReads);
  return {
    reads: {
      all: (statement) =>
        statement.lookup
          ? lookups.rowsOf(statement.lookup, statement.parameters[0] as bigint)
          : reads.all(statement),
    },
    longReads: {
      ...longReads,
      text: async (statement, form) => writePortion(await longReads.all(statement), form),
    },
    transaction: (work) => again(() => forTransactions((connection) => transact(connection, work))),
    alone: (work) =>
      again(() =>
        alone((connection) =>
          work({
            transaction: (part) => transact(connection, part),
            command: (sql) => connection.command(sql),
          }),
        ),
      ),
    classifyError,
  };
}

/** Waits until connections are closed, but only briefly for a server that no longer answers. */
export async function closed(closing: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(closing), wait(CLOSE_WITHIN_MS, undefined, { ref: false })]);
}

/** Divides a number of connections among reads, long reads and transactions. */
export function shares(connections: number) {
  const longReads = Math.min(2, Math.floor(connections / 3));
  const reads = Math.floor((connections - longReads) / 2);
  return { reads, longReads, transactions: connections - longReads - reads };
}

async function inTransaction<T>(
  connection: Connection,
  { begin, classifyError }: Transactions,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  await connection.command(begin);
  try {
    const value = await work(connection);
    await connection.command('commit').catch((error: unknown) => {
      // The server may have committed before the connection was lost, so the work must not run again.
      throw classifyError(error) === 'lost' ? unavailable(error) : error;
    });
    return value;
  } catch (error) {
    await connection.command('rollback').catch(() => {}); // a connection that fails even here is not reused
    throw error;
  }
}
