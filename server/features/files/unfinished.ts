import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './finding.ts';

/** The folders of works that began before a time, in milliseconds since 1970, and were never finished. */
export async function unfinishedSince(incoming: string, time: number): Promise<Finding[]> {
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const found: Finding[] = [];
  for (const name of await readdir(incoming)) {
    const what = join(incoming, name);
    const begun = await stat(what).catch(() => undefined); // finished just now
    const remove = () => rm(what, { recursive: true, force: true });
    if (begun && begun.mtimeMs < time) found.push({ kind: 'unfinished work', what, size: 0, remove });
  }
  return found;
}
