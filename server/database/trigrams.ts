import type { MaybePromise } from '../shared/maybe-promise.ts';
import type { Statement } from './statement.ts';

/** The part of an engine's reader that indexes need. */
export interface TrigramReader {
  all(statement: Statement): MaybePromise<Record<string, unknown>[]>;
}

/** The part of an engine's connection that indexes need. */
export interface TrigramConnection extends TrigramReader {
  run(statement: Statement): Promise<number>;
  command(sql: string): Promise<void>;
}

/** The texts of a table whose parts are indexed. */
export interface IndexedTexts {
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether entries tell the columns apart, where not every reader sees all of them. They take twice as much room. */
  readonly isByColumn: boolean;
}

/** Three characters in a row, in each way that they may be written. */
export type Trigram = readonly string[];

/** What to look for: for each word its spellings, and for each spelling trigrams, all of which a text that contains it holds. */
export type WantedTrigrams = readonly (readonly (readonly Trigram[])[])[];

/** A question to an index. */
export interface TrigramQuery {
  readonly texts: IndexedTexts;
  /** The columns to look into. */
  readonly columns: readonly string[];
  readonly wanted: WantedTrigrams;
  /** The most ids to read of the entries, and of rows without an entry. */
  readonly most: number;
}

/** How far the entries of a table reach. */
export interface TrigramState {
  /** The last row with an entry; undefined without an index. */
  readonly position: bigint | undefined;
  /** The rows behind it, counted up to a bound. */
  readonly behind: number;
}

/**
 * Indexes of three characters in a row, for searches for parts of words. Rows get their entries in batches; the engine itself
 * changes and removes entries with the rows, for all programs that write. An index answers which rows may contain a text: all that do, and
 * perhaps more.
 */
export interface Trigrams {
  /** Makes the indexes of these tables, those that are missing or of another form empty, and removes all others. */
  prepare(connection: TrigramConnection, all: readonly IndexedTexts[]): Promise<void>;
  /** Makes an index anew, empty. */
  renew(connection: TrigramConnection, texts: IndexedTexts): Promise<void>;
  /** Call this before a change of a table's columns: the index is not asked any more, until `prepare` makes it again. */
  forget(connection: TrigramConnection, table: string): Promise<void>;
  /** Adds the entries of some further rows, if more than `least` have none. Returns how many got theirs. */
  extend(connection: TrigramConnection, texts: IndexedTexts, least: number): Promise<number>;
  /** `most` bounds the number of rows behind. */
  stateOf(reader: TrigramReader, texts: IndexedTexts, most: number): Promise<TrigramState>;
  /** How many entries there are, and how many rows up to the position; they differ only where an index is damaged. Reads all of both. */
  countsOf(
    reader: TrigramReader,
    texts: IndexedTexts,
  ): Promise<{ readonly entries: number; readonly rows: number }>;
  /** Asks whether an index has entries: a row if so. */
  hasEntries(texts: IndexedTexts): Statement;
  /** Asks for the `id` of rows that may be meant, and with id null, that there is an index. */
  candidates(query: TrigramQuery): Statement;
}
