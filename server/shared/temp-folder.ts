import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder for the files of one piece of work. It is gone when the work is over, unless the process was killed meanwhile. */
export async function openTempFolder(parent: string) {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  return mkdtempDisposable(join(parent, 'work-'));
}
