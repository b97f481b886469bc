import type { Database } from '../database/database.ts';
import type { Connection } from '../database/engine.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import type { Act, Committed } from './act.ts';
import { Advice } from './advice.ts';
import { AfterCommits } from './after-commits.ts';
import { type Aggregate, makeAggregate } from './aggregate.ts';
import { type Export, makeExport } from './export.ts';
import { type List, makeList } from './list.ts';
import { OwnReads } from './own-reads.ts';
import { Reads } from './reads.ts';
import { makeStatements } from './record-statements.ts';
import { causedBy, depthOf } from './run-hook.ts';
import { Writes } from './writes.ts';

/** The audit-aware data access: every row is read and written through it, by requests, jobs and commands alike. */
export interface Records {
  readonly catalogue: Catalogue;
  readonly database: Database;
  readonly reads: Reads;
  /** As `reads`, for what scans or counts many rows: the event loop goes on meanwhile. */
  readonly longReads: Reads;
  /** As these two, for requests, of the server's own records alone. */
  readonly ownReads: Reads;
  readonly longOwnReads: Reads;
  readonly list: List;
  readonly aggregate: Aggregate;
  readonly export: Export;
  readonly advice: Advice;
  readonly afterCommits: AfterCommits;
  /** Runs the work as one transaction of this act and answers once it is durable; what it throws undoes all of it. */
  write<T>(act: Act, work: (writes: Writes, connection: Connection) => Promise<T>): Promise<T>;
  /** As `write`, in a transaction that is already open. */
  writesIn(connection: Connection, act: Act): Writes;
}

export function makeRecords(database: Database, catalogue: Catalogue): Records {
  const statements = makeStatements(database);
  const advice = new Advice();
  const reads = new Reads(database, catalogue, statements, database.reads);
  const writesIn = (connection: Connection, act: Act) =>
    new Writes(database, catalogue, statements, connection, act);
  const write: Records['write'] = async (act, work) => {
    let later: Committed[] = [];
    const value = await database.transaction((connection) => {
      later = []; // of the run that is committed
      const caused = { depth: depthOf(act), later };
      return work(writesIn(connection, { ...act, caused }), connection);
    });
    afterCommits.add(later);
    return value;
  };
  const afterCommits = new AfterCommits((act) => ({
    catalogue,
    read: (work) => work(reads),
    write: (work) => write({ ...causedBy(act), now: Date.now() }, work),
  }));
  return {
    catalogue,
    database,
    reads,
    longReads: new Reads(database, catalogue, statements, database.longReads),
    ownReads: new OwnReads(database, catalogue, statements, database.reads),
    longOwnReads: new OwnReads(database, catalogue, statements, database.longReads),
    aggregate: makeAggregate(database, catalogue),
    export: makeExport(database, catalogue),
    list: makeList(database, catalogue, advice),
    advice,
    afterCommits,
    write,
    writesIn,
  };
}
