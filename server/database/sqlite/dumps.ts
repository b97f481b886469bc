import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { makeFolder } from '../../shared/system/folders.ts';
import type { Dumps, ScratchDatabase } from '../dumps.ts';
import { isLocked } from './commit-queue.ts';
import { LongReads } from './long-reads.ts';

/** All pages in one step: a backup of several begins anew whenever another process writes (sqlite.org/backup.html). */
const ALL_PAGES = 2 ** 31 - 1;
/** Processes of long reads are killed, which takes them a moment. */
const READERS_END_MS = 10_000;
const HOUR_MS = 3_600_000;
/** Without those of virtual tables, which belong to an index. */
const TABLES = `select name from pragma_table_list
  where schema = 'main' and type = 'table' and name not like 'sqlite#_%' escape '#' order by name`;

/** A dump is a database file. */
export function sqliteDumps(file: string): Dumps {
  return {
    ending: 'sqlite',
    isCompressed: false,
    async dump(folder, keep) {
      const copy = join(folder, 'copy.sqlite');
      await copyTo(file, copy);
      try {
        const rows = await countRows(copy);
        await keep(createReadStream(copy));
        return { rows };
      } finally {
        await removeDatabase(copy);
      }
    },
    tables: async () => (existsSync(file) ? tablesOf(file) : []),
    load: (bytes, _, signal) => load(file, bytes, signal),
    async target() {
      const beside = `${file}.restoring`;
      await makeFolder(dirname(file));
      await removeDatabase(beside);
      return placeAt(beside, async () => {
        await endLog(beside);
        await removeDatabase(file); // an empty one
        await rename(beside, file);
      });
    },
    scratch: async (folder) => placeAt(join(folder, 'trial.sqlite'), async () => {}),
  };
}

function placeAt(file: string, keep: () => Promise<void>): ScratchDatabase {
  return { databaseUrl: `file:${file}`, keep, remove: () => removeDatabase(file) };
}

async function copyTo(file: string, copy: string): Promise<void> {
  await writeFile(copy, '', { mode: 0o600, flag: 'wx' }); // SQLite would let others read it
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    await backup(source, copy, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

function tablesOf(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    return database
      .prepare(TABLES)
      .all()
      .map(({ name }) => String(name));
  } finally {
    database.close();
  }
}

/** Off the event loop, as counting reads whole indexes. */
async function countRows(file: string): Promise<Record<string, number>> {
  const reads = new LongReads(file, HOUR_MS);
  const rows: Record<string, number> = {};
  try {
    for (const table of tablesOf(file)) {
      const sql = `select count(*) as "rows" from "${table}"`;
      rows[table] = Number((await reads.all({ sql, parameters: [] }))[0]?.rows);
    }
    return rows;
  } finally {
    reads.end();
  }
}

/** Throws if the file is damaged: a hash shows only that it is as it was. */
async function load(file: string, bytes: Readable, signal?: AbortSignal): Promise<void> {
  await pipeline(bytes, createWriteStream(file, { mode: 0o600, flags: 'wx' }), { ...(signal && { signal }) });
  await using handle = await open(file);
  await handle.sync();
  const reads = new LongReads(file, HOUR_MS);
  try {
    const [row] = await reads.all({ sql: 'pragma quick_check', parameters: [] });
    if (row?.quick_check !== 'ok') throw new Error(`the database in it is damaged: ${row?.quick_check}`);
  } finally {
    reads.end();
  }
}

/** Brings the rows in the log beside a file into it, so that it can be moved alone. Processes that read it must have ended. */
async function endLog(file: string): Promise<void> {
  for (const until = Date.now() + READERS_END_MS; ; await wait(20)) {
    const database = new DatabaseSync(file);
    try {
      database.exec('pragma journal_mode = delete');
      return;
    } catch (cause) {
      if (!isLocked(cause) || Date.now() > until) throw cause;
    } finally {
      database.close();
    }
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true });
}
