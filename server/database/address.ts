/** The database, and how this process uses a database server. */
export interface Address {
  readonly databaseUrl: string;
  /** The limit of open connections; a start may open a few more. */
  readonly databaseConnections: number;
  /** The time limit of a statement in seconds; long reads have three times as long. */
  readonly databaseTimeout: number;
}
