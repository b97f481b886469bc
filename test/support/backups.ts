import { join } from 'node:path';
import type { Raw } from '../../server/database/engine.ts';
import { dumpsOf, openEngine } from '../../server/database/open.ts';
import type { Encryption } from '../../server/features/backup/encryption.ts';
import { type Made, makeBackup } from '../../server/features/backup/make-backup.ts';
import { type Restored, restoreBackup } from '../../server/features/backup/restore-backup.ts';
import type { Settings } from '../../server/settings.ts';
import { temporaryFolder } from './test-database.ts';

/** A backup of what these settings name, in a folder of its own. */
export function backUp(
  settings: Settings,
  folder = temporaryFolder(),
  encryption?: Encryption,
): Promise<Made> {
  return makeBackup(folder, { settings, encryption });
}

/** An empty database beside that of the settings, with a folder of its own for uploads, and what removes both. */
export async function emptyPlace(settings: Settings) {
  const folder = temporaryFolder();
  const place = await (await dumpsOf(settings.databaseUrl)).scratch(folder);
  const at = { databaseUrl: place.databaseUrl, uploadDir: join(folder, 'uploads') };
  /** The records that a query answers, every value as text. */
  const look = async (sql: string) => {
    const engine = await openEngine({ ...settings, ...at });
    const records: readonly Raw[] = await engine.reads.all({ sql, parameters: [] });
    await engine.close();
    return records.map((record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value)])),
    );
  };
  return { at, settings: { ...settings, ...at }, look, remove: place.remove };
}

/** Restores a backup to a place. */
export function restore(path: string, settings: Settings, encryption?: Encryption): Promise<Restored> {
  return restoreBackup(path, settings, { encryption });
}
