import type { Dialect } from 'kysely';
import type { Column } from '../../contract/column.ts';
import type { Format } from '../../contract/formats.ts';
import type { Trouble } from './retrying.ts';
import type { Statement } from './statement.ts';

export type Raw = Record<string, unknown>;

/** Where rows are read. */
export interface Reader {
  all(statement: Statement): Promise<Raw[]>;
}

/** How rows are written as text: which columns, in which order. Plain data, so that a thread can be told. */
export interface TextForm {
  readonly format: Format;
  readonly columns: readonly (readonly [name: string, column: Column])[];
}

/** Rows as text in UTF-8, and the last of them; none where there are no more. */
export interface Portion {
  readonly bytes: Uint8Array;
  readonly last: Raw | undefined;
}

/** Where many rows are read. */
export interface LongReader extends Reader {
  /** Rows as text, as many as make a portion; where it can be, they are written off the event loop too. */
  text(statement: Statement, form: TextForm): Promise<Portion>;
}

/** Where statements run. Inside of a transaction it sees that transaction's own writes. */
export interface Connection extends Reader {
  /** How many rows were touched. */
  run(statement: Statement): Promise<number>;
  /** The ids that the engine gave to the new rows, in the rows' order. */
  insert(statement: Statement): Promise<bigint[]>;
  /** Runs a statement that has neither values nor an answer. */
  command(sql: string): Promise<void>;
}

/** What can be done while nobody else, in any process, is at such work. */
export interface Turn {
  /** As the engine's own. Where one transaction runs at a time, all of a turn's are one. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Runs a statement outside of any transaction, for what an engine makes there only. */
  command(sql: string): Promise<void>;
}

/**
 * How a change of a table holds up others: not at all, for a moment, or as long as rows are written, the table is copied or
 * an index is made.
 */
export type Weight = 'none' | 'moment' | 'rows' | 'copy' | 'index';

export interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Deleted rows are left out, so that they do not bind a unique index. */
  readonly visibleOnly: boolean;
}

/** An index that is there: plain, or with a column of its own; or half of one, which an interrupted creation left. */
export interface PresentIndex {
  readonly table: string;
  readonly name: string;
  readonly form: 'plain' | 'withColumn' | 'half';
}

/**
 * All that differs between databases. One file implements it for each; nothing else knows which one runs.
 * A new engine is a new file and a line in `open.ts`.
 */
export interface Engine {
  readonly name: string;
  /** How Kysely writes this engine's SQL. It only writes: statements run through connections. */
  readonly dialect: Dialect;
  /** For reads outside of any transaction: each sees what is committed when it starts. */
  readonly reads: Reader;
  /** For those among them that may take long, however they are asked: they never hold up the event loop. */
  readonly longReads: LongReader;
  /**
   * Runs the work in a transaction and answers once it is durable. What the work throws undoes all of it and is thrown on.
   * A transaction never sees another one half-way. Where others run beside it, rows that were read `for update` stay as
   * they are until its end, other reads see what is committed by then; and the work may be run again from its beginning.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs the work while nobody else, in any process, runs such work. Where changes of tables cannot be undone, each is
   * committed by itself and with all that was done before it. The work may be run again from its beginning.
   */
  alone<T>(work: (turn: Turn) => Promise<T>): Promise<T>;
  /**
   * A number that changes whenever anybody, in any process, commits; what was read under the same number still holds.
   * Undefined where the engine cannot tell so cheaply that asking pays.
   */
  readonly version: (() => number) | undefined;
  /** The column's type in this engine's SQL, with its default, as it is kept, where it has one. */
  columnType(column: Column, initial: unknown): string;
  /** Whether a table is copied when such a column with a default is added to it. */
  copiesToAdd(column: Column): boolean;
  /** How a value of a row is written to the engine, and read back from it. Never called with null. */
  encode(column: Column, value: unknown): unknown;
  decode(column: Column, raw: unknown): unknown;
  /** SQL of a column's exact sum, however large; and how its answer is read, in units of the column's last digit. */
  readonly sum: { sql(column: string): string; read(raw: unknown): bigint };
  /** The name of the SQL function that tells at which place of its first text the second stands, byte for byte; 0 for nowhere. */
  readonly findText: string;
  /** The id column's full description. Ids are given in rising order, and never given again. */
  readonly idColumn: string;
  /** SQL that makes or drops an index; `online` where rows are written meanwhile, as far as the engine can. */
  createIndex(index: Index, online: boolean): string[];
  dropIndex(index: PresentIndex, online: boolean): string[];
  /** Whether what is done online to an index is done outside of transactions only. */
  readonly indexesApart: boolean;
  /** SQL, if any is needed, that gives a column another bound; `described` is its name, type and default. */
  boundColumn(table: string, described: string): string[];
  /** Who has to wait for a change, in words for the operator. */
  readonly locks: Readonly<Record<Weight, string>>;
  /** SQL that answers `table` and `column` of each present column, and each index as a `PresentIndex`. */
  readonly presentColumns: string;
  readonly presentIndexes: string;
  /** Why a statement failed, where the reason is not in the statement; `duplicate` where a unique index refused a row. */
  troubleOf(error: unknown): Trouble | undefined;
  close(): Promise<void>;
}
