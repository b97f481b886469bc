import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, Engine, Reader } from './engine.ts';
import { Lookups } from './lookups.ts';
import { retrying, type Trouble, unavailable } from './retrying.ts';
import { writePortion } from './row-text.ts';

const CLOSE_WITHIN_MS = 2000;

/** A connection to a database server, lent for a while. */
export type Link = Connection;

/** Lends one of a bounded number of connections, and takes it back; one that is broken is not lent again. */
export type Lend = <T>(work: (link: Link) => Promise<T>) => Promise<T>;

interface Lenders {
  /**
   * Reads have connections of their own, so that transactions that wait for each other's rows never keep a read waiting,
   * and a read inside of a transaction's work cannot wait for that very transaction.
   */
  readonly toReads: Lend;
  /** Of these there are few, so that they leave others for quick ones. */
  readonly toLongReads: Lend;
  readonly toTransactions: Lend;
  /** Waits until nobody else, in any process, holds the one connection of this kind. It has no limits of time. */
  readonly toBeAlone: Lend;
  readonly troubleOf: (error: unknown) => Trouble | undefined;
  /** SQL that begins a transaction in which each statement sees what is committed when it starts. */
  readonly begin: string;
}

/** What an engine is that is reached through connections: the same for every database server. */
export function overConnections({
  toReads,
  toLongReads,
  toTransactions,
  toBeAlone,
  troubleOf,
  begin,
}: Lenders): Pick<Engine, 'reads' | 'longReads' | 'transaction' | 'alone' | 'troubleOf'> {
  const again = <T>(work: () => Promise<T>) => retrying(troubleOf, work);
  const readerOf = (lend: Lend): Reader => ({
    all: (statement) => again(() => lend((link) => link.all(statement))),
  });
  const transact = <T>(link: Link, work: (connection: Connection) => Promise<T>) =>
    inTransaction(link, begin, work, (error) => troubleOf(error) === 'lost');
  const reads = readerOf(toReads);
  const lookups = new Lookups((work) => again(() => toReads(work)));
  const longReads = readerOf(toLongReads);
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
    transaction: (work) => again(() => toTransactions((link) => transact(link, work))),
    alone: (work) =>
      again(() =>
        toBeAlone((link) =>
          work({ transaction: (part) => transact(link, part), command: (sql) => link.command(sql) }),
        ),
      ),
    troubleOf,
  };
}

/** Waits until connections are closed, but not for a server that is not heard of any more. */
export async function closed(closing: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.allSettled(closing), wait(CLOSE_WITHIN_MS, undefined, { ref: false })]);
}

/** How many of a number of connections are for reads, for long reads and for transactions. */
export function shares(connections: number) {
  const longReads = Math.min(2, Math.floor(connections / 3));
  const reads = Math.floor((connections - longReads) / 2);
  return { reads, longReads, transactions: connections - longReads - reads };
}

async function inTransaction<T>(
  link: Link,
  begin: string,
  work: (connection: Connection) => Promise<T>,
  isLost: (error: unknown) => boolean,
): Promise<T> {
  await link.command(begin);
  try {
    const value = await work(link);
    await link.command('commit').catch((error: unknown) => {
      // Whether the commit was made is not known, so the work must not be done again.
      throw isLost(error) ? unavailable(error) : error;
    });
    return value;
  } catch (error) {
    await link.command('rollback').catch(() => {}); // a connection that cannot even do this is not lent again
    throw error;
  }
}
