import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './sqlite-connection.ts';
import type { Reply } from './sqlite-long-reads.ts';
import type { Statement } from './statement.ts';

// Runs in a thread: answers each statement in turn from a connection of its own.

const connection = new SqliteConnection(
  new DatabaseSync(workerData as string, { readOnly: true, timeout: 5000 }),
);
const answer = (reply: Reply) => parentPort?.postMessage(reply);

parentPort?.on('message', async (statement: Statement) => {
  try {
    answer({ rows: await connection.all(statement) });
  } catch (error) {
    answer({ error });
  }
});
