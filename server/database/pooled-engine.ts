import { setTimeout as wait } from 'node:timers/promises';
import { rolledBack } from '../shared/rolled-back.ts';
import type { Connection, Engine, LongReader, PoolState, Raw, Reader, Requester } from './engine.ts';
import { FairQueue, itself } from './fair-queue.ts';
import { Lookups } from './lookups.ts';
import { isOutage, outcomeUnknown, retrying, unavailable } from './retrying.ts';
import { writeChunk } from './row-text.ts';
import type { Statement } from './statement.ts';

/** Twice: for long reads, then for connections. The server's own limit for a stop allows some two seconds. */
const CLOSE_WITHIN_MS = 800;
/** How long work waits for a free connection. Each use of a connection is limited too, so the queue moves. */
export const FREE_WITHIN_MS = 15_000;

/** How long a pool works with fewer connections after its server had none left. */
export const GROW_AFTER_MS = 30_000;

/** Runs work on a connection of its own, which is reused afterwards unless it broke. */
export type WithConnection<C extends Connection = Connection> = <T>(
  work: (connection: C) => Promise<T>,
) => Promise<T>;

/** A connection whose statement can be ended from another one. */
export interface Cancellable extends Connection {
  /** Ends the running statement. This connection is not used again: the order could arrive after the statement's end. */
  cancel(by: Connection): Promise<void>;
}

/** The connections of an engine to its database server. */
export interface Connections {
  /**
   * Reads do not share connections with transactions. So transactions that wait for locks never block a read, and a read
   * inside a transaction's work cannot wait for that transaction.
   */
  readonly forReads: WithConnection;
  /** Long reads have few connections, so that quick reads find one free. */
  readonly forLongReads: WithConnection<Cancellable>;
  readonly longReadsAtOnce: number;
  readonly forTransactions: WithConnection;
  /** Waits until no other process holds the one connection of this kind. Its statements have no time limit. */
  readonly alone: WithConnection;
  readonly close: () => Promise<void>;
  /** How they are used now. */
  readonly pools: () => readonly PoolState[];
}

interface Transactions {
  readonly classifyError: Engine['classifyError'];
  /** SQL that begins a transaction in which each statement sees what is committed when it starts. */
  readonly begin: string;
  /** The same without time limits, where `begin` sets some. */
  readonly beginAlone?: string;
}

/** The part of an engine that is the same for every database server. */
export function pooledEngine(
  connections: Connections,
  { classifyError, begin, beginAlone = begin }: Transactions,
): Pick<
  Engine,
  'reads' | 'longReads' | 'transaction' | 'tryOut' | 'alone' | 'classifyError' | 'pools' | 'close'
> {
  const { forReads, forTransactions, alone } = connections;
  const again = <T>(work: () => Promise<T>) => retrying(classifyError, work);
  const transaction: Engine['transaction'] = (work) =>
    again(() => forTransactions((connection) => inTransaction(connection, { begin, classifyError }, work)));
  const lookups = new Lookups((work) => again(() => forReads(work)));
  const { longReads, end } = longReadsOn(connections, again);
  const reads: Reader = {
    all: (statement) => again(() => forReads(async (connection) => connection.all(statement))),
  };
  return {
    reads: {
      all: (statement) =>
        statement.lookup
          ? lookups.rowsOf(statement.lookup, statement.parameters[0] as bigint)
          : reads.all(statement),
    },
    longReads,
    transaction,
    tryOut: (work) => rolledBack(transaction, work),
    alone: (work) =>
      again(() =>
        alone((connection) =>
          work({
            transaction: (part) => inTransaction(connection, { begin: beginAlone, classifyError }, part),
            command: (sql) => connection.command(sql),
          }),
        ),
      ),
    classifyError,
    pools: connections.pools,
    async close() {
      await end(); // a running statement would keep its connection open
      await connections.close();
    },
  };
}

/** Long reads on connections, and what ends them. */
export function longReadsOn(
  {
    forLongReads,
    forReads,
    longReadsAtOnce,
  }: Pick<Connections, 'forLongReads' | 'forReads' | 'longReadsAtOnce'>,
  again: <T>(work: () => Promise<T>) => Promise<T>,
): { readonly longReads: LongReader; readonly end: () => Promise<void> } {
  const queue = new FairQueue(longReadsAtOnce);
  const ending = new AbortController();
  const running = new Set<Promise<Raw[]>>();
  const all = (statement: Statement, asking?: Partial<Requester>) => {
    const signal = asking?.signal ? AbortSignal.any([asking.signal, ending.signal]) : ending.signal;
    const requester = { ...itself, ...asking, signal };
    const rows = queue.run(requester, () =>
      again(() =>
        forLongReads((connection) => allUntil(connection, statement, { ...requester, by: forReads })),
      ),
    );
    running.add(rows);
    return rows.finally(() => running.delete(rows));
  };
  return {
    longReads: {
      all,
      text: async (statement, form, requester) => writeChunk(await all(statement, requester), form),
    },
    end() {
      ending.abort(unavailable('the database is closed'));
      return closed([...running]);
    },
  };
}

/** Runs a statement that another connection cancels once the signal is aborted. */
async function allUntil(
  connection: Cancellable,
  statement: Statement,
  { signal, by }: Requester & { readonly by: WithConnection },
): Promise<Raw[]> {
  signal?.throwIfAborted();
  let cancelled: Promise<void> | undefined;
  const cancel = () => {
    cancelled = by((other) => connection.cancel(other)).catch(() => {}); // then the statement's own time limit ends it
  };
  signal?.addEventListener('abort', cancel);
  try {
    return await connection.all(statement);
  } finally {
    signal?.removeEventListener('abort', cancel);
    await cancelled;
    signal?.throwIfAborted(); // a cancelled statement may succeed, with less than all rows
  }
}

/** Waits until work or connections have ended, but only briefly for a server that no longer answers. */
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
      const kind = classifyError(error);
      // The server may have committed before it was heard of no more, so the work must not run again.
      throw isOutage(kind) || kind === 'slow' ? outcomeUnknown(error) : error;
    });
    return value;
  } catch (error) {
    await connection.command('rollback').catch(() => {}); // a connection that fails even here is not reused
    throw error;
  }
}
