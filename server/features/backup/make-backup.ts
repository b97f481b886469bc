import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import manifestOfPackage from '../../../package.json' with { type: 'json' };
import type { Address } from '../../database/engine.ts';
import { databaseName, dumpsOf, openEngine } from '../../database/open.ts';
import { CannotStart } from '../../errors.ts';
import { changeHead } from '../../records/changes/change.collection.ts';
import { makeFolder } from '../../shared/system/folders.ts';
import { openUploads, type UploadLocation } from '../../storage/open-uploads.ts';
import { backupsIn, keepNewest, newNames } from './backup-folder.ts';
import { copyFiles, type Earlier } from './copy-files.ts';
import type { Encryption } from './encryption.ts';
import { type KeptFile, keepFile } from './kept-file.ts';
import { type Manifest, readManifest, type Secrets, writeManifest } from './manifest.ts';

/** What a backup is made of and how. */
export interface BackupParts {
  readonly settings: Address & UploadLocation & { readonly secrets: Secrets };
  readonly encryption: Encryption | undefined;
  /** How many backups stay, this one among them; all if undefined. */
  readonly keep?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A backup that was made. */
export interface Made {
  readonly path: string;
  readonly manifest: Manifest;
  /** Older ones that were removed. */
  readonly removed: readonly string[];
}

/**
 * Writes a backup of the database and of all uploads into a folder of its own in `folder`, while servers run. It gets its name
 * when it is whole.
 */
export async function makeBackup(folder: string, parts: BackupParts): Promise<Made> {
  const time = Date.now();
  const { unfinished, name } = newNames(time);
  const [work, path] = [join(folder, unfinished), join(folder, name)];
  await makeFolder(work);
  try {
    const manifest = await fill(work, time, { ...parts, earlier: await earlierIn(folder, parts) });
    await rename(work, path);
    await sync(folder);
    const removed = parts.keep === undefined ? [] : await keepNewest(folder, parts.keep, time);
    return { path, manifest, removed };
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Copies files, then records, then the files that have come meanwhile. So the files of all records are there: bytes are stored before
 * their records, and removed after them.
 */
async function fill(
  work: string,
  time: number,
  { settings, encryption, earlier, signal }: BackupParts & { readonly earlier: Earlier | undefined },
): Promise<Manifest> {
  const { storage } = openUploads(settings);
  const dumps = await dumpsOf(settings.databaseUrl);
  if ((await dumps.tables()).length === 0)
    throw new CannotStart(`DATABASE_URL: ${databaseName(settings.databaseUrl)} has no tables to back up`);
  const files = new Map<string, KeptFile>();
  const copying = { folder: work, earlier, keeping: { encryption, signal } };
  await copyFiles(storage, copying, files);
  const epoch = await epochOf(settings);
  const isCompressed = !dumps.isCompressed;
  const file = `database.${dumps.ending}${isCompressed ? '.zst' : ''}`;
  const { rows: records, ...dumped } = await dumps.dump(
    work,
    async (bytes) => {
      files.set(file, await keepFile(join(work, file), bytes, { isCompressed, encryption, signal }));
    },
    signal,
  );
  await copyFiles(storage, copying, files);
  const manifest: Manifest = {
    format: 1,
    quire: manifestOfPackage.version,
    time,
    epoch,
    database: { engine: dumps.ending, file, isCompressed, records, ...dumped },
    recipients: encryption?.recipients ?? null,
    files: Object.fromEntries(files),
  };
  await writeManifest(work, manifest, settings.secrets);
  await sync(work);
  return manifest;
}

/** The newest backup of this server, if its files are kept as those of the new one will be. */
async function earlierIn(
  folder: string,
  { settings, encryption }: BackupParts,
): Promise<Earlier | undefined> {
  const [newest] = await backupsIn(folder);
  if (newest === undefined) return undefined;
  const manifest = await readManifest(newest, settings.secrets).catch(() => undefined); // one that is not ours
  const isAlike = JSON.stringify(manifest?.recipients) === JSON.stringify(encryption?.recipients ?? null);
  return manifest && isAlike ? { folder: newest, files: manifest.files } : undefined;
}

/** What tells the feed of changes from that of another past; null before the first start of a version that has one. */
async function epochOf(address: Address): Promise<string | null> {
  const engine = await openEngine(address);
  try {
    const sql = `select "erased_mark" as "epoch" from "${changeHead.name}"`;
    const [record] = await engine.reads.all({ sql, parameters: [] });
    return record?.epoch == null ? null : String(record.epoch);
  } finally {
    await engine.close();
  }
}

/** New names outlive a power failure only when their folder is on disk as well (fsync(2)). */
async function sync(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
