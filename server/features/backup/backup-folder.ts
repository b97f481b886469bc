import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../shared/durations.ts';
import { MANIFEST } from './manifest.ts';

/** A backup has the time of its beginning for a name, in UTC: names sort by age. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
/** Ends the name of a backup that is not whole. */
const PART = '.part';

/** The names of a new backup: while it is made, and then. */
export function newNames(time: number): { readonly unfinished: string; readonly name: string } {
  const name = new Date(time).toISOString().replaceAll(':', '-');
  return { unfinished: name + PART, name };
}

/** The paths of the whole backups in a folder, the newest first. */
export async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  return names
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, MANIFEST)))
    .sort()
    .reverse()
    .map((name) => join(folder, name));
}

/** Removes all but the newest backups, and what backups have left that were broken off. Returns the removed backups. */
export async function keepNewest(folder: string, count: number, now: number): Promise<string[]> {
  const old = (await backupsIn(folder)).slice(count);
  for (const path of old) {
    await rm(join(path, MANIFEST)); // from here on it is no whole backup
    await rm(path, { recursive: true, force: true });
  }
  for (const name of await readdir(folder)) {
    const isPart = name.endsWith(PART) && NAME.test(name.slice(0, -PART.length));
    const path = join(folder, name);
    if (isPart && now - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true });
  }
  return old;
}
