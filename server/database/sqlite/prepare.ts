import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * A statement that reads numbers exactly. Running any statement, even `commit`, also reads the last id of the connection,
 * and node:sqlite throws after the statement took effect if a double cannot hold it. The full text index makes such ids
 * early, for what it deletes.
 */
export function prepare(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
