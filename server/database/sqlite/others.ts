import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isLocked } from './commit-queue.ts';

/**
 * 1 if other processes have the file open, 0 if not. Every connection holds a lock on a file with a log as long as it is open,
 * and only a connection without others can take the log away (sqlite.org/wal.html).
 */
export function countOthers(file: string): number {
  if (!existsSync(file)) return 0;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    if (database.prepare('pragma journal_mode').get()?.journal_mode !== 'wal') return 0;
    database.exec('pragma journal_mode = delete');
    database.exec('pragma journal_mode = wal');
    return 0;
  } catch (cause) {
    if (isLocked(cause)) return 1;
    throw cause;
  } finally {
    database.close();
  }
}
