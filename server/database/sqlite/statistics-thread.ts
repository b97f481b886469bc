import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

// Runs in a thread of its own. SQLite counts again what has no statistics yet, or has become ten times as much or as little,
// and looks at a bounded number of entries of each index (sqlite.org/pragma.html#pragma_optimize, the mask of all tables).
const database = new DatabaseSync(workerData as string, { timeout: 5000 });
database.exec('pragma analysis_limit = 1000; pragma optimize = 0x10002');
const { changed } = database.prepare('select total_changes() as changed').get() as { changed: number };
database.close();
parentPort?.postMessage(changed > 0);
