import type { Connection } from '../../../server/database/engine.ts';
import type { FreshApp } from '../fresh-app.ts';

/** The SQL that reads run while some work is done. */
export async function readStatements({ server }: FreshApp, work: () => Promise<unknown>): Promise<string[]> {
  const { reads } = server.store.database;
  const all = reads.all;
  const statements: string[] = [];
  reads.all = (statement) => {
    statements.push(statement.sql);
    return all.call(reads, statement);
  };
  try {
    await work();
    return statements;
  } finally {
    reads.all = all;
  }
}

/** The SQL that transactions run while some work is done. */
export async function writeStatements({ server }: FreshApp, work: () => Promise<unknown>): Promise<string[]> {
  const { database } = server.store;
  const { transaction } = database;
  const statements: string[] = [];
  database.transaction = (inside) =>
    transaction((connection) => {
      const noted = <S extends { readonly sql: string }>(statement: S) => {
        statements.push(statement.sql);
        return statement;
      };
      const counted: Connection = {
        all: (statement) => connection.all(noted(statement)),
        run: (statement) => connection.run(noted(statement)),
        insert: (statement) => connection.insert(noted(statement)),
        command: (sql) => connection.command(sql),
      };
      return inside(counted);
    });
  try {
    await work();
    return statements;
  } finally {
    database.transaction = transaction;
  }
}
