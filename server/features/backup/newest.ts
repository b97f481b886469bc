import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupsIn } from './backup-folder.ts';
import { Damaged } from './damaged.ts';
import { MANIFEST } from './manifest.ts';

/** The newest backup in a folder, or the backup that the folder is. */
export async function newestIn(folder: string): Promise<string> {
  if (existsSync(join(folder, MANIFEST))) return folder;
  const [newest] = await backupsIn(folder);
  if (newest === undefined) throw new Damaged(`'${folder}' holds no whole backup`);
  return newest;
}
