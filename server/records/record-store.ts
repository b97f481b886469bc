import { Jobs, type NewJob } from '../background/index.ts';
import type { Connection, Database, LongReader } from '../database/index.ts';
import type { Catalogue } from '../definitions/catalogue.ts';
import { DEFAULT_LANGUAGE, type Language } from '../messages/languages.ts';
import { ChangeFeed } from './changes/change-feed.ts';
import {
  Advice,
  type Aggregate,
  type Export,
  type List,
  makeAggregate,
  makeExport,
  makeList,
} from './lists/index.ts';
import type { RecordsPlace } from './scope/collections-place.ts';
import {
  type Committed,
  KeptColumns,
  makeStatements,
  OwnReads,
  Reads,
  type WriteContext,
} from './store/index.ts';
import { addFollowing, afterCommitKinds } from './write/hooks/after-commit.ts';
import { causedBy, depthOf } from './write/hooks/write-hooks.ts';
import { countDeleted } from './write/removal/deleted.ts';
import { Writes } from './write/writes.ts';

/** The audit-aware data access: every record is read and written through it, by requests, jobs and commands alike. */
export interface RecordStore {
  readonly catalogue: Catalogue;
  readonly database: Database;
  /** The server's own language: for stored texts, and for callers that ask for none. */
  readonly language: Language;
  readonly reads: Reads;
  /** Like `reads`, off the event loop: for queries that scan or count many records. */
  /** Quick reads of lists, to which no decision about a write leads. */
  readonly listReads: Reads;
  longReads(reader: LongReader): Reads;
  /** Like these two, restricted to the server's own collections; for requests. */
  readonly ownReads: Reads;
  longOwnReads(reader: LongReader): Reads;
  readonly list: List;
  readonly aggregate: Aggregate;
  readonly export: Export;
  readonly advice: Advice;
  /** Durable work that follows from writes. */
  readonly jobs: Jobs;
  /** What was changed, in the order of commits. */
  readonly changes: ChangeFeed;
  /** Runs the work as one transaction and answers once it is durable; an error undoes all of it. */
  write<T>(context: WriteContext, work: (writes: Writes, connection: Connection) => Promise<T>): Promise<T>;
  /** Does the work as `write` does and rolls it back. It lets others write, whatever it takes. */
  tryOut: RecordStore['write'];
  /** Like `write`, for work of a start: if several processes begin it, each waits for those before it. */
  writeAlone<T>(context: WriteContext, work: (writes: Writes) => Promise<T>): Promise<T>;
  /** Like `write`, in a transaction that is already open. Its jobs start at the next poll. */
  writeIn<T>(connection: Connection, context: WriteContext, work: (writes: Writes) => Promise<T>): Promise<T>;
  /**
   * How a project's code reads and writes outside of a transaction: each write is its own. `rights` limit the code to what the
   * caller may do. `placeIn` is the same inside a transaction.
   */
  placeOf(context: WriteContext, rights?: RecordsPlace['rights']): RecordsPlace;
  /** Writes in an open transaction whose hooks, if any, belong to a `write` around it. */
  writesIn(connection: Connection, context: WriteContext): Writes;
}

export function makeRecordStore(
  database: Database,
  catalogue: Catalogue,
  language: Language = DEFAULT_LANGUAGE,
): RecordStore {
  const jobs = new Jobs(database);
  const store = { database, catalogue, statements: makeStatements(database), jobs, kept: new KeptColumns() };
  const changes = new ChangeFeed(store);
  const advice = new Advice();
  const reads = new Reads(store, database.reads);
  const writesIn = (connection: Connection, context: WriteContext) => new Writes(store, connection, context);
  const writeAndFollow = async <T>(
    connection: Connection,
    context: WriteContext,
    work: (writes: Writes) => Promise<T>,
  ) => {
    const later: (Committed | NewJob)[] = [];
    const value = await work(
      writesIn(connection, { ...context, caused: { depth: depthOf(context), later } }),
    );
    return { value, following: await addFollowing(store, connection, later) };
  };
  const write: RecordStore['write'] = async (context, work) => {
    const { value, following } = await database.transaction((connection) =>
      writeAndFollow(connection, context, (writes) => work(writes, connection)),
    );
    if (following.kinds.length > 0) jobs.wake(...following.kinds);
    if (following.hasChanges) changes.noteCommit();
    return value;
  };
  const writeIn: RecordStore['writeIn'] = async (connection, context, work) =>
    (await writeAndFollow(connection, context, work)).value;
  const placeOf: RecordStore['placeOf'] = (context, rights) => ({
    catalogue,
    isIndependent: true,
    read: (work) => work(reads),
    write: (work) => write({ ...context, now: Date.now(), ...(rights && { rights }) }, work),
    ...(rights && { rights }),
  });
  const afterCommit = afterCommitKinds({ engine: database.engine, catalogue }, (context) => {
    const { isIndependent: _, ...place } = placeOf(causedBy(context)); // a failure in a hook lets it be called again
    return place;
  });
  for (const kind of afterCommit) jobs.define(kind);
  return {
    catalogue,
    database,
    language,
    reads,
    listReads: new Reads(store, database.listReads),
    longReads: (reader) => new Reads(store, reader),
    ownReads: new OwnReads(store, database.reads),
    longOwnReads: (reader) => new OwnReads(store, reader),
    aggregate: makeAggregate(database, catalogue),
    export: makeExport(database, catalogue),
    list: makeList(database, catalogue, advice, (one, most) => countDeleted(database, one, most)),
    advice,
    jobs,
    changes,
    placeOf,
    write,
    tryOut: (context, work) =>
      database.tryOut((connection) => writeIn(connection, context, (writes) => work(writes, connection))),
    writeAlone: (context, work) =>
      database.engine.alone((exclusive) =>
        exclusive.transaction((connection) => writeIn(connection, context, work)),
      ),
    writeIn,
    writesIn,
  };
}
