import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { Damaged } from './damaged.ts';
import { measureFile } from './kept-file.ts';
import { MANIFEST, type Manifest } from './manifest.ts';

/** Reads every file of a backup. Throws Damaged, with the name of the first that is missing, too much or not as it was. */
export async function checkBackup(
  folder: string,
  { files }: Manifest,
  signal: AbortSignal | undefined,
): Promise<void> {
  const present = await filesIn(folder);
  for (const path of present)
    if (path !== MANIFEST && !Object.hasOwn(files, path))
      throw new Damaged(`${join(folder, path)} is no part of the backup`);
  for (const [path, expected] of Object.entries(files)) {
    const whole = join(folder, path);
    if (!present.has(path)) throw new Damaged(`${whole} is missing`);
    const found = await measureFile(whole, signal);
    if (found.size !== expected.size)
      throw new Damaged(`${whole} is damaged: it has ${found.size} of ${expected.size} bytes`);
    if (found.sha256 !== expected.sha256)
      throw new Damaged(`${whole} is damaged: its SHA-256 is ${found.sha256}, not ${expected.sha256}`);
  }
}

/** The paths of all files below a folder, with `/` between folders. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  );
}
