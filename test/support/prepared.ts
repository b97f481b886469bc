import { createHash, randomBytes } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, isAbsolute, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { catalogueWith } from '../../server/built-in-collections.ts';
import { connect } from '../../server/database/database.ts';
import type { Address } from '../../server/database/engine.ts';
import { updateSchema } from '../../server/database/schema/at-start.ts';
import { loadCollections } from '../../server/project/project.ts';
import type { Administrator } from './servers/server.ts';

/** What a start notes about the tables that it made. All other tables are empty then. */
export const RECORDED = ['quire_schema', 'quire_migration'];
/** How often, and with which pause, is looked whether the last connection has ended. */
const LOOKS = 40;
const PAUSE_MS = 50;
/** Holds what waits for its next use: files of SQLite, and files named like databases of a server. */
const waiting = join(tmpdir(), 'prepared');

/** A database on a server with the tables of one content folder. */
export interface Prepared {
  readonly name: string;
  /** The next test gets it, unless something still uses it or its tables were changed; then it is dropped. */
  giveBack(administrator: Administrator): Promise<void>;
}

/**
 * Whether databases for this folder are kept for the next test. A folder that a test has written is used once; a file that is
 * run on its own has no end of a run that would drop what it leaves behind.
 */
export function isPrepared(contentDir: string | undefined): contentDir is string {
  return contentDir !== undefined && !isAbsolute(contentDir) && process.env.TEST_RUN !== undefined;
}

/** Copies a file with the tables of this folder; the first process that asks makes it. */
export async function copyPrepared(contentDir: string, to: string, addressOf: (file: string) => Address) {
  const template = join(waiting, `${hashOf(contentDir)}.db`);
  if (!existsSync(template)) {
    mkdirSync(waiting, { recursive: true });
    const file = join(waiting, randomBytes(8).toString('hex'));
    await makeTables(contentDir, addressOf(file));
    renameSync(file, template);
  }
  copyFileSync(template, to);
}

/** Takes a database that another test has given back, or makes one. */
export async function takePrepared(
  contentDir: string,
  administrator: Administrator,
  addressOf: (name: string) => Address,
): Promise<Prepared> {
  const folder = join(waiting, hashOf(contentDir + addressOf('').databaseUrl));
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const fingerprint = take(join(folder, name));
    if (fingerprint !== undefined) return preparedIn(folder, name, fingerprint);
  }
  const name = nameOfDatabase();
  await administrator.make(name);
  await makeTables(contentDir, addressOf(name));
  return preparedIn(folder, name, await administrator.fingerprint(name, RECORDED));
}

/** A name by which the end of a run finds what is left. */
export function nameOfDatabase(): string {
  return `quire_test_${process.env.TEST_RUN ?? 'single'}_${randomBytes(8).toString('hex')}`;
}

function preparedIn(folder: string, name: string, fingerprint: string): Prepared {
  return {
    name,
    async giveBack(administrator) {
      const isFit =
        (await isLeft(administrator, name)) &&
        (await administrator.fingerprint(name, RECORDED)) === fingerprint;
      if (!isFit) return administrator.drop(name);
      await administrator.empty(name, RECORDED);
      const file = join(folder, name);
      writeFileSync(`${file}.part`, fingerprint);
      renameSync(`${file}.part`, file);
    },
  };
}

/** What a file holds; undefined if another process has taken it. */
function take(file: string): string | undefined {
  if (extname(file) !== '') return undefined; // is being written or taken
  const own = `${file}.${process.pid}.taken`;
  try {
    renameSync(file, own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const text = readFileSync(own, 'utf8');
  rmSync(own);
  return text;
}

/** Whether nothing works on the database any more: a process that was killed leaves statements that go on for a while. */
async function isLeft(administrator: Administrator, name: string): Promise<boolean> {
  for (let look = 0; look < LOOKS; look++) {
    if ((await administrator.users(name)) === 0) return true;
    await wait(PAUSE_MS);
  }
  return false;
}

function hashOf(text: string): string {
  return createHash('md5').update(text).digest('hex').slice(0, 8);
}

async function makeTables(contentDir: string, address: Address): Promise<void> {
  const catalogue = catalogueWith(await loadCollections(contentDir));
  const { engine } = await connect(address, catalogue);
  await engine.alone((exclusive) => updateSchema(engine, catalogue, exclusive)).finally(() => engine.close());
}
