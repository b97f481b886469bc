import { flushCompileCache } from 'node:module';
import { Worker } from 'node:worker_threads';
import { SqliteConnection } from './connection.ts';
import { openReader } from './reader.ts';
import type { Question, Reply } from './reading-process.ts';
import { tellError } from './told-errors.ts';

// Runs in a process of its own: answers each question from a connection of its own.

// A thread of its own notices the server's end also while a statement holds this one.
new Worker(new URL('./end-with-server.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
});

const connection = new SqliteConnection(openReader(process.argv[2] as string));
const answer = (reply: Reply) => process.send?.(reply);

process.on('message', async ({ statement, form }: Question) => {
  try {
    answer({ value: form ? connection.text(statement, form) : await connection.all(statement) });
  } catch (error) {
    answer({ failed: tellError(error) });
  }
});
// A terminal sends its signals to every process. The server still needs answers for the requests that it finishes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const) process.on(signal, () => {});
answer('ready');
flushCompileCache(); // nothing is kept at an end by SIGKILL
