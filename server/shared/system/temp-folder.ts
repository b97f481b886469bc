import { mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** A folder for the files of one piece of work. It is gone when the work is over, unless the process was killed meanwhile. */
export async function openTempFolder(parent: string) {
  await makeFolder(parent);
  return mkdtempDisposable(join(parent, 'work-'));
}
