import type { Dialect } from 'kysely';
import type { Column, Format } from '../../contract/index.ts';
import type { MaybePromise } from '../shared/maybe-promise.ts';
import type { AnyCase } from './any-case.ts';
import type { Dumps } from './dumps.ts';
import type { ReplicaState } from './replica-state.ts';
import type { TransientError } from './retrying.ts';
import type { RowBounds } from './row-bounds.ts';
import type { SearchSql } from './search-sql.ts';
import type { StampSql } from './stamps.ts';
import type { Statement } from './statement.ts';
import type { Trigrams } from './trigrams.ts';
import type { Version } from './versions/version.ts';
import type { Violation } from './violation.ts';

export type Raw = Record<string, unknown>;

/** Where rows are read. An engine that reads on the calling thread answers at once. */
export interface Reader {
  all(statement: Statement): MaybePromise<Raw[]>;
}

/** How rows are written as text: which columns, in which order. Plain data, so that it can be sent to a thread. */
export interface TextForm {
  readonly format: Format;
  readonly columns: readonly (readonly [name: string, column: Column])[];
  /** Set for CSV that a spreadsheet opens and saves again. */
  readonly sheet?: Sheet;
}

/** How rows are written for spreadsheets. */
export interface Sheet {
  readonly separator: ',' | ';' | '\t';
  /** The time zone of moments, which are written in ISO 8601. */
  readonly zone: string;
  /** The columns of texts in which an empty text is not what an empty cell becomes. */
  readonly emptyTexts: readonly string[];
}

/** Rows as text in UTF-8, and the last of them, or undefined if there are no more. */
export interface TextChunk {
  readonly bytes: Uint8Array;
  readonly last: Raw | undefined;
  readonly count: number;
}

/** The caller of a long read. Callers take turns; once the signal is aborted, the read ends and throws its reason. */
export interface Requester {
  readonly caller: string;
  readonly signal?: AbortSignal | undefined;
  /** Whether it reads on for an answer that has begun: to refuse that would cut the answer, so only time ends its wait. */
  readonly hasBegun?: boolean;
}

/** Where many rows are read; without a requester, for the server itself. */
export interface LongReader extends Reader {
  all(statement: Statement, requester?: Requester): Promise<Raw[]>;
  /** One chunk of rows as text, written off the event loop where the engine can. */
  text(statement: Statement, form: TextForm, requester?: Partial<Requester>): Promise<TextChunk>;
}

/** Where statements run. Inside a transaction it sees that transaction's own writes. */
export interface Connection extends Reader {
  /** Returns how many rows were affected. */
  run(statement: Statement): Promise<number>;
  /** Returns the ids of the new rows, in the order of the rows. */
  insert(statement: Statement): Promise<bigint[]>;
  /** Runs a statement without values and without an answer. */
  command(sql: string): Promise<void>;
}

/** How tables are changed while no other process changes them. */
export interface Exclusive {
  /** Like the engine's own. On engines that run one transaction at a time, all of these are one. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs a statement outside any transaction. */
  command(sql: string): Promise<void>;
}

/**
 * What a change of a table locks: nothing; the table for a moment; or something for as long as rows are written, the table
 * is copied, or an index is created.
 */
export type Lock = 'none' | 'moment' | 'rows' | 'copy' | 'index';

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Deleted rows are left out, so a unique index does not apply to them. */
  readonly visibleOnly: boolean;
  /** Only deleted rows are indexed, where the engine can do that; tables of earlier versions have all rows in such an index. */
  readonly deletedOnly?: boolean;
  /** Only rows that hold null in each of these columns are indexed. */
  readonly nulls: readonly string[];
}

/** An existing index: plain, with a generated column of its own, or half created by an interrupted statement. */
export interface PresentIndex {
  readonly table: string;
  readonly name: string;
  readonly form: 'plain' | 'withColumn' | 'half';
}

/** The SQL with which an engine's tables are created, changed and inspected. */
export interface SchemaSql {
  /** The type of a column, with its default as stored, if it has one. */
  columnType(column: Column, initial: unknown): string;
  /** Whether the engine copies the table to add such a column with a default. */
  copiesToAdd(column: Column): boolean;
  /** The full description of the id column. Ids ascend and are never reused. */
  readonly idColumn: string;
  /** The id of a table's next row: how to ask for it, and the statements that set it, which may end a transaction. */
  readonly nextId: {
    sql(table: string): string;
    read(row: Raw | undefined): bigint;
    set(table: string, id: bigint): string[];
  };
  /** Statements that make a table continue the ids of another one. */
  continueIds(from: string, to: string): string[];
  /** Creates or drops an index; `online` lets rows be written meanwhile, as far as the engine can. */
  createIndex(index: Index, online: boolean): string[];
  dropIndex(index: PresentIndex, online: boolean): string[];
  /** Whether the engine creates and drops indexes online only outside transactions. */
  readonly isOnlineIndexNonTransactional: boolean;
  /** Gives a column another bound, if the engine has bounds; `described` is its name, type and default. */
  boundColumn(table: string, described: string): string[];
  /** Who waits for a change, in words for the operator. */
  readonly locks: Readonly<Record<Lock, string>>;
  /** Answers `table` and `column` of each existing column. */
  readonly presentColumns: string;
  /** Returns each existing index as a `PresentIndex`. */
  readonly presentIndexes: string;
  /** Answers the size of the database on disk as `bytes`. */
  readonly size: string;
}

/** The values of a list that is bound as JSON. */
export type Listed = 'number' | 'text';

/** The connections for one use, or what stands for them: work waits where all are busy. */
export interface PoolState {
  readonly name: 'reads' | 'long_reads' | 'transactions';
  /** How many there may be, and how many there are. */
  readonly most: number;
  readonly open: number;
  readonly busy: number;
  /** How much work waits for one. */
  readonly waiting: number;
}

/** An open database. All that differs between engines is behind this interface; nothing else knows which one runs. */
export interface Engine extends SchemaSql {
  readonly name: string;
  /** How Kysely writes this engine's SQL. It only writes: statements run through connections. */
  readonly dialect: Dialect;
  /** Reads outside transactions. Each sees what is committed when it starts. */
  readonly reads: Reader;
  /**
   * Quick reads of lists, which replicas answer where there are some. They are as fresh as `reads`, which stand in where this is
   * absent; they cost a round trip more, so that lookups are better asked there.
   */
  readonly listReads?: Reader;
  /** Reads that may take long. They never block the event loop, and end after a time. */
  readonly longReads: LongReader;
  /** Whether a chunk of text reads no rows behind its last one. */
  readonly streamsText: boolean;
  /**
   * Runs work in a transaction, and answers once it is durable. An error undoes all of the work and is thrown on. No other
   * transaction sees it half done. Where transactions run concurrently, rows that were read `for update` stay unchanged until
   * its end, other reads see what is committed by then, and the work may run again from its beginning.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs work as `transaction` does and rolls it back. Where transactions run one at a time, others run in pauses of this one,
   * and the work sees afterwards what they have committed.
   */
  tryOut<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs work while no other process runs such work. On engines that cannot roll back changes of tables, each change commits at
   * once, with everything before it. The work may run again from its beginning.
   */
  alone<T>(work: (exclusive: Exclusive) => Promise<T>): Promise<T>;
  /**
   * The present version of the database, which later shows whether a read is still up to date. Undefined if asking costs too
   * much.
   */
  readonly version: (() => Version | undefined) | undefined;
  /** Whether transactions run one at a time, those of all processes: then ids ascend in the order of commits. */
  readonly isSerial: boolean;
  /** Whether `select distinct` of an indexed column skips from value to value by itself; others do so by a recursive query. */
  readonly skipsInDistinct: boolean;
  /** How a value is stored, and how a stored one is read. Never called with null. */
  encode(column: Column, value: unknown): unknown;
  decode(column: Column, raw: unknown): unknown;
  /** The exact sum of a column, however large, and how to read it, in units of the column's last digit. */
  readonly sum: { sql(column: string): string; read(raw: unknown): bigint };
  /** The type that whole numbers are read from text as, and the division of whole numbers, which drops the rest. */
  readonly wholeNumbers: { readonly type: string; readonly divided: string };
  /** The type of doubles. */
  readonly fraction: string;
  /** Whether the source of new values is joined by `update … set … from`; otherwise it is listed beside the table. */
  readonly updatesFrom: boolean;
  /** The SQL function that answers where its first text contains the second, byte for byte, from 1; 0 if it does not. */
  readonly findText: string;
  /** The last characters of a text: what stands before it, between it and their number, and behind this. */
  readonly endOfText: readonly [before: string, between: string, after: string];
  /** A query of the values of a JSON list: what stands before and behind the list's slot. */
  readonly listed: Readonly<Record<Listed, readonly [before: string, after: string]>>;
  /** Finds a text in any letter case. */
  readonly anyCase: AnyCase;
  /** The engine's own full text index. */
  readonly search: SearchSql;
  /** How rows are stamped, so that what was read from them can be remembered. */
  readonly stamps: StampSql;
  /** Indexes of parts of words; absent where the engine has none. */
  readonly trigrams?: Trigrams;
  /** What a table and its rows can hold. */
  readonly rowBounds: RowBounds;
  /** How the engine would run a statement, in words without values; absent where asking costs a round trip. */
  planOf?(sql: string): string;
  /** Counts what tables and indexes hold, for the planner, where the engine does not do so by itself. Blocks nobody for long. */
  gatherStatistics?(): Promise<void>;
  /** Gives free space back to the disk in small steps beside other work, where the engine's file does not stay as it is. */
  readonly releaseSpace?: (signal: AbortSignal) => Promise<void>;
  /** The use of its connections now. */
  pools(): readonly PoolState[];
  /** The state of its replicas; absent where there are none. */
  replicas?(): readonly ReplicaState[];
  /** Whether a statement failed because a row is larger than can be stored. */
  isRowTooLarge(error: unknown): boolean;
  /** Why a table refused what a statement would write; undefined for all other errors. */
  violationOf(error: unknown): Violation | undefined;
  /** Whether a statement failed because a table or a column is not there, not of the type, or not to be read. */
  lacks(error: Error): boolean;
  /** The kind of a transient error; undefined for all other errors. */
  classifyError(error: unknown): TransientError | undefined;
  close(): Promise<void>;
}

/** The database, and how this process uses a database server. */
export interface Address {
  readonly databaseUrl: string;
  /** The limit of open connections; a start may open a few more. */
  readonly databaseConnections: number;
  /** The time limit of a statement in seconds; long reads have three times as long. */
  readonly databaseTimeout: number;
  /** How many seconds a start waits for a server that is not up yet. */
  readonly databaseWait: number;
}

/** An engine as its folder offers it. Only `open` loads the driver. */
export interface EngineKind {
  /** The form of its URLs, for people. */
  readonly urlForm: string;
  isUrl(url: string): boolean;
  /** What is wrong with one of its URLs, and what is allowed. */
  problemOf?(url: string): string | undefined;
  /** The database that a URL names, for people: without user and password. */
  nameOf(url: string): string;
  /** The file of an embedded database. */
  fileOf?(url: string): string;
  /** What `open` needs, for people. */
  readonly needs: string;
  open(address: Address): Promise<Engine>;
  /** The same engine, read at replicas as well, which these URLs name; absent where they are not used. */
  replicated?(engine: Engine, address: Address, urls: readonly string[]): Promise<Engine>;
  /**
   * How many connections other processes have to the database, those of servers of any version among them; at most 1 where they
   * cannot be counted. Asked before this process opens it.
   */
  countOthers(databaseUrl: string): Promise<number>;
  /** How the database of a URL is dumped and loaded. */
  dumps(databaseUrl: string): Promise<Dumps>;
  /** Gives free space back to the disk. Throws CannotStart where others are in the way. */
  compact(databaseUrl: string): Promise<Compacted>;
}

/** What came of giving free space back: the sizes of the database on its disk, or what its engine does by itself. */
export type Compacted =
  | { readonly bytesBefore: number; readonly bytesAfter: number }
  | { readonly note: string };
