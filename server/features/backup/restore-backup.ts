import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Address, Engine } from '../../database/engine.ts';
import { databaseName, dumpsOf } from '../../database/open.ts';
import { CannotStart } from '../../errors.ts';
import type { Settings } from '../../settings/values.ts';
import { openTempFolder } from '../../shared/system/folders.ts';
import { openUploads, type UploadLocation } from '../../storage/open-uploads.ts';
import type { Ended } from './begin-anew.ts';
import { openKept } from './kept-file.ts';
import { type BackupAccess, checkBackup, loadTables, requireFitting } from './load-backup.ts';
import { logRestore } from './log-restore.ts';
import { type Manifest, readManifest } from './manifest.ts';

/** What was restored. */
export interface Restored {
  readonly manifest: Manifest;
  readonly files: number;
  readonly ended: Ended;
}

/**
 * Restores a backup to an empty database and to the storage of uploads. Nothing is written before every file of the backup has
 * proved to be sound. Files come before records, so that no record is without its bytes.
 */
export async function restoreBackup(
  folder: string,
  settings: Settings,
  reading: BackupAccess,
): Promise<Restored> {
  const manifest = await readManifest(folder, settings.secrets);
  await requireFitting(manifest, settings, reading.encryption);
  await requireEmpty(settings);
  await checkBackup(folder, manifest, reading.signal);
  const files = await putFiles(folder, manifest, settings, reading);
  const target = await (await dumpsOf(settings.databaseUrl)).target();
  try {
    const address = { ...settings, databaseUrl: target.databaseUrl };
    const finish = (engine: Engine) => logRestore(engine, manifest, settings.language);
    const ended = await loadTables(folder, manifest, address, { ...reading, finish });
    await target.keep();
    return { manifest, files, ended };
  } catch (error) {
    await target.remove();
    throw error;
  }
}

async function requireEmpty({ databaseUrl }: Address): Promise<void> {
  const [first, ...others] = await (await dumpsOf(databaseUrl)).tables();
  if (first === undefined) return;
  const more = others.length > 0 ? ` and ${others.length} more tables` : '';
  throw new CannotStart(
    `DATABASE_URL: ${databaseName(databaseUrl)} holds ${first}${more} already; allowed: a new database, without any tables`,
  );
}

/** Returns the number of files. What is stored under a key never changes, so those that are there are written again as they were. */
async function putFiles(
  folder: string,
  { files, database }: Manifest,
  settings: UploadLocation,
  { encryption, signal }: BackupAccess,
): Promise<number> {
  const { storage, incoming } = openUploads(settings);
  await using temp = await openTempFolder(incoming);
  const keys = Object.keys(files).filter((path) => path !== database.file);
  for (const key of keys) {
    const file = join(temp.path, 'file');
    const bytes = openKept(join(folder, key), { encryption, signal });
    await pipeline(bytes, createWriteStream(file, { mode: 0o600, flush: true }), {
      ...(signal && { signal }),
    });
    await storage.put(key, file);
  }
  return keys.length;
}
