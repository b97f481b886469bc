/** Where the data is kept, and how this process uses it where that is a database server. */
export interface Address {
  readonly databaseUrl: string;
  /** The most connections that are open, but for a few more at start. */
  readonly databaseConnections: number;
  /** The most seconds that a statement takes; those that read many rows have three times as long. */
  readonly databaseTimeout: number;
}
