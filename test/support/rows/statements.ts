import type { FreshApp } from '../fresh-app.ts';

/** The SQL that reads run while some work is done. */
export async function readStatements({ server }: FreshApp, work: () => Promise<unknown>): Promise<string[]> {
  const { reads } = server.records.database;
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
