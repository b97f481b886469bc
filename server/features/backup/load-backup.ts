import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Address, Engine } from '../../database/engine.ts';
import { databaseName, dumpsOf, openEngine } from '../../database/open.ts';
import { CannotStart } from '../../errors.ts';
import { beginAnew, type Ended } from './begin-anew.ts';
import { Damaged } from './damaged.ts';
import type { Encryption } from './encryption.ts';
import { measureFile, openKept } from './kept-file.ts';
import { MANIFEST, type Manifest } from './manifest.ts';

/** What a backup's files are read with. */
export interface BackupAccess {
  readonly encryption: Encryption | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Loads the tables of a backup into an empty database, ends what they must not honour any more, and then runs `finish`. */
export async function loadTables(
  folder: string,
  manifest: Manifest,
  address: Address,
  { encryption, signal, finish }: BackupAccess & { finish?: (engine: Engine) => Promise<void> },
): Promise<Ended> {
  const { file, isCompressed, schema, records: expected } = manifest.database;
  const dumps = await dumpsOf(address.databaseUrl);
  const path = join(folder, file);
  try {
    const bytes = openKept(path, { isCompressed, encryption, signal });
    await dumps.load(bytes, { ...(schema !== undefined && { schema }) }, signal);
  } catch (cause) {
    if (cause instanceof CannotStart || cause instanceof Damaged) throw cause;
    throw new Damaged(`${path} cannot be loaded: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
  const engine = await openEngine(address);
  try {
    for (const [table, count] of Object.entries(expected)) {
      const sql = `select count(*) as "records" from "${table}"`;
      const [record] = await engine.longReads.all({ sql, parameters: [] });
      if (Number(record?.records) !== count)
        throw new Damaged(`${path}: the table ${table} has ${record?.records} records, not ${count}`);
    }
    const ended = await beginAnew(engine, new Set(Object.keys(expected)));
    await finish?.(engine);
    return ended;
  } finally {
    await engine.close();
  }
}

/** Throws CannotStart unless a backup is of this engine, and its files can be decrypted. */
export async function requireFitting(
  { database, recipients }: Manifest,
  { databaseUrl }: Address,
  encryption: Encryption | undefined,
): Promise<void> {
  const dumps = await dumpsOf(databaseUrl);
  if (database.engine !== dumps.ending)
    throw new CannotStart(
      `DATABASE_URL: ${databaseName(databaseUrl)} cannot take a dump of the form '${database.engine}'; allowed: a database of the same engine, from which 'copy' leads to others`,
    );
  if (recipients !== null && encryption === undefined)
    throw new CannotStart('the backup is encrypted; name the file of its keys by --key or BACKUP_KEY_FILE');
}

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
