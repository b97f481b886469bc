import { mkdirSync, statSync } from 'node:fs';
import { mkdir, mkdtempDisposable, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const OWNER_ALONE = 0o700;

/**
 * Makes a folder and those above it. Node's own `recursive` never returns where a file system answers ENOENT
 * for a new folder in an existing one, as /proc does.
 */
export async function makeFolder(folder: string, mode = OWNER_ALONE): Promise<void> {
  if (await stat(folder).catch(() => undefined)) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder), mode);
  await mkdir(folder, { mode }).catch(unlessExists);
}

/** The same, before a server runs. */
export function makeFolderSync(folder: string, mode = OWNER_ALONE): void {
  if (statSync(folder, { throwIfNoEntry: false })) return;
  if (dirname(folder) !== folder) makeFolderSync(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    unlessExists(error);
  }
}

/** Another process may make it meanwhile. */
function unlessExists(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
}

/** A folder for the files of one piece of work. It is gone when the work is over, unless the process was killed meanwhile. */
export async function openTempFolder(parent: string) {
  await makeFolder(parent);
  return mkdtempDisposable(join(parent, 'work-'));
}
