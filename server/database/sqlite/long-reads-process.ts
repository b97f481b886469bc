import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from './connection.ts';
import type { Question, Reply } from './long-reads.ts';

// Runs in a thread: answers each statement in turn from a connection of its own.

const connection = new SqliteConnection(
  new DatabaseSync(workerData as string, { readOnly: true, timeout: 5000 }),
);
const answer = (reply: Reply, given: ArrayBuffer[] = []) => parentPort?.postMessage(reply, given);

parentPort?.on('message', async ({ statement, form }: Question) => {
  try {
    if (!form) return answer({ value: await connection.all(statement) });
    const portion = connection.text(statement, form);
    answer({ value: portion }, [portion.bytes.buffer as ArrayBuffer]);
  } catch (error) {
    answer({ error });
  }
});
