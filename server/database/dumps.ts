import { hash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';

/** What a dump holds. */
export interface Dumped {
  /** The number of rows of each table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Where an engine has schemas: the one that holds the tables. */
  readonly schema?: string;
}

/** A database of its own for what is loaded. */
export interface ScratchDatabase {
  readonly databaseUrl: string;
  /** Makes it the database that it was made for. */
  keep(): Promise<void>;
  /** Removes it with all it holds. */
  remove(): Promise<void>;
}

/** How one database is written to a stream of bytes, and such bytes are loaded, by the means of its engine. */
export interface Dumps {
  /** The end of a dump's file name. It names the form of its bytes. */
  readonly ending: string;
  /** Whether the bytes are compressed already. */
  readonly isCompressed: boolean;
  /**
   * Reads all tables as they are at one moment, while others write. `keep` gets the bytes; `folder` is for files of a while.
   * Throws CannotStart where a tool is missing.
   */
  dump(folder: string, keep: (bytes: Readable) => Promise<void>, signal?: AbortSignal): Promise<Dumped>;
  /** The names of the tables that are there. */
  tables(): Promise<readonly string[]>;
  /** Loads a dump where no tables are. Throws CannotStart where it does not fit this database. */
  load(bytes: Readable, dumped: Pick<Dumped, 'schema'>, signal?: AbortSignal): Promise<void>;
  /** Where a dump is loaded before it becomes this database. */
  target(): Promise<ScratchDatabase>;
  /** A new database for a trial, beside this one or in the folder. */
  scratch(folder: string): Promise<ScratchDatabase>;
}

/** How the names of databases for trials of one database begin: what a killed process has left can be told. */
export function scratchPrefix(databaseUrl: string): string {
  return `quire_drill_${hash('sha256', databaseUrl).slice(0, 8)}_`;
}

/** A name for a trial that no other has. */
export function scratchName(databaseUrl: string): string {
  return scratchPrefix(databaseUrl) + randomBytes(4).toString('hex');
}
