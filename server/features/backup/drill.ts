import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../database/database.ts';
import { dumpsOf } from '../../database/open.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import { file, makeRecordStore, type RecordStore } from '../../records/index.ts';
import type { Settings } from '../../settings/values.ts';
import { Damaged } from './damaged.ts';
import { type BackupAccess, checkBackup, loadTables, requireFitting } from './load-backup.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { trySignIn } from './try-sign-in.ts';

/** How long a statement on the restored tables may take, in seconds. */
const LONGEST_STATEMENT = 3600;
/** Records of files that are compared with bytes at a time. */
const PAGE = 1000;

/**
 * Restores a backup to a scratch database, which is removed again, and tries it: all hashes, the records of each table, the bytes
 * of each file's record, the changes that a start would make, and a sign-in. Throws what does not hold. Nothing else is touched.
 */
export async function tryRestore(
  folder: string,
  settings: Settings,
  reading: BackupAccess & { readonly catalogue: Catalogue },
): Promise<Manifest> {
  const manifest = await readManifest(folder, settings.secrets);
  await requireFitting(manifest, settings, reading.encryption);
  await checkBackup(folder, manifest, reading.signal);
  await using temp = await mkdtempDisposable(join(tmpdir(), 'quire-drill-'));
  const scratch = await (await dumpsOf(settings.databaseUrl)).scratch(temp.path);
  try {
    const address = {
      ...settings,
      databaseUrl: scratch.databaseUrl,
      databaseReadUrls: [],
      databaseTimeout: LONGEST_STATEMENT,
      databaseConnections: Math.min(settings.databaseConnections, 6),
    };
    await loadTables(folder, manifest, address, reading);
    const database = await openDatabase(address, reading.catalogue);
    try {
      const store = makeRecordStore(database, reading.catalogue, settings.language);
      await requireBytes(store, manifest);
      await trySignIn(store, settings);
    } finally {
      await database.close();
    }
    return manifest;
  } finally {
    await scratch.remove();
  }
}

/** Throws if a file that can be asked for has no bytes in the backup. */
async function requireBytes({ reads }: RecordStore, { files }: Manifest): Promise<void> {
  for (let last = 0n; ; ) {
    const records = await reads.where(file, (select) =>
      select.where('id', '>', last).orderBy('id').limit(PAGE),
    );
    const bare = records.find(({ path }) => !Object.hasOwn(files, `files/${path}`));
    if (bare) throw new Damaged(`the file ${bare.id} (files/${bare.path}) has a record, and no bytes`);
    if (records.length < PAGE) return;
    last = records.at(-1)?.id ?? last;
  }
}
