import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '../../errors.ts';
import type { Compacted } from '../engine.ts';
import { countOthers } from './others.ts';
import { readSpace, type Space, shrink } from './space.ts';

/**
 * Gives the free pages of a file back. A file that cannot shrink in steps yet is written anew, which needs the file alone; any
 * other shrinks beside servers. Throws CannotStart where that is not possible.
 */
export async function compact(file: string): Promise<Compacted> {
  if (!existsSync(file)) throw new CannotStart(`DATABASE_URL: there is no database '${file}'`);
  const { bytes: bytesBefore, isInSteps } = spaceOf(file);
  if (!isInSteps) requireAlone(file, bytesBefore);
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    if (isInSteps) await shrink(database, ({ free }) => free > 0);
    else database.exec('pragma auto_vacuum = incremental; vacuum');
    database.exec('pragma wal_checkpoint(truncate)'); // readers of a server may put it off
  } finally {
    database.close();
  }
  return { bytesBefore, bytesAfter: spaceOf(file).bytes };
}

/** Writing a file anew holds it for as long as that takes, and needs its size twice: for the copy and for the log. */
function requireAlone(file: string, bytes: number): void {
  if (countOthers(file) > 0)
    throw new CannotStart(
      `Another process has '${file}' open. This file has to be written anew once, which needs it alone: stop the server first`,
    );
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize < 2 * bytes)
    throw new CannotStart(
      `'${file}' has to be written anew once, for which its disk needs ${2 * bytes} free bytes; it has ${bavail * bsize}`,
    );
}

function spaceOf(file: string): Space {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return readSpace(database);
  } finally {
    database.close();
  }
}
