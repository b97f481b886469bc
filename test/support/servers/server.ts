/** A database server of the tests. */
export interface Server {
  /** Turns the server's address into that of a database on it. */
  readonly point: (url: URL, name: string) => void;
  /** SQL after which the next record of a table gets this id. */
  readonly nextId: (table: string, id: bigint) => string;
  readonly url: string;
  readonly open: () => Promise<Administrator>;
}

/** A connection that makes databases and looks after their tables. */
export interface Administrator {
  make(name: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** How many connections work on the database. */
  users(name: string): Promise<number>;
  /** Another text after each change of tables, of indexes, and of records in the tables of `kept`; the same after `empty`. */
  fingerprint(name: string, kept: readonly string[]): Promise<string>;
  /** Removes all records but those in the tables of `kept`. The next record of each table then has the id 1. */
  empty(name: string, kept: readonly string[]): Promise<void>;
  /** The databases whose names begin so. */
  names(prefix: string): Promise<string[]>;
  /** When commits of the whole server are written to the disk, where it lets itself be told; returns what was so before. */
  setFlush(value: string): Promise<string>;
  close(): Promise<void>;
}

/** Long enough for a database to be dropped whose locks are held by connections that are about to end. */
export const PATIENCE_S = 120;
