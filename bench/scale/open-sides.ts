import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { signIn } from '../prepare.ts';
import { rootPassword, startCommand, startQuire } from '../servers/quire.ts';
import { startServer } from '../servers/server.ts';
import { disturber, type Sides } from './sides.ts';

const content = fileURLToPath(new URL('./project/content', import.meta.url));
const byHandServer = new URL('./by-hand-server.ts', import.meta.url);

/** A database, and the folder of what else its server keeps. */
export interface Base {
  readonly folder: string;
  /** The settings of the database; without them it is the folder's. */
  readonly env: Readonly<Record<string, string>>;
}

/** The settings of a server of this database and the project of this benchmark. */
export function settingsOf({ folder, env }: Base): Readonly<Record<string, string>> {
  return {
    CONTENT_DIR: content,
    DATABASE_URL: `file:${fileOf(folder)}`,
    QUIRE_SECRET: 'a secret for the bench and for nothing else',
    LOG_LEVEL: 'error',
    ...env,
  };
}

/** The SQLite file of a folder. */
export function fileOf(folder: string): string {
  return join(folder, 'quire.db');
}

/** Both servers on a database, until the block ends that is `using` them. */
export async function openSides(base: Base): Promise<Sides & AsyncDisposable> {
  const env = settingsOf(base);
  const quire = await startQuire(base.folder, 'server', env);
  const token = await signIn(quire.port, { username: 'root', password: rootPassword });
  const [SESSION_ID = ''] = sessionOf(token).split('.');
  const byHand = await startServer(byHandServer, { core: 'server', env: { ...env, SESSION_ID } });
  const isSqlite = env.DATABASE_URL?.startsWith('file:') === true;
  return {
    quire,
    byHand,
    token,
    clock: isSqlite ? 'cpu' : 'wall',
    disturb: isSqlite ? disturber(fileOf(base.folder)) : () => undefined,
    [Symbol.asyncDispose]: async () => {
      await byHand[Symbol.asyncDispose]();
      await quire[Symbol.asyncDispose]();
    },
  };
}

function sessionOf(token: string): string {
  const [, payload = ''] = token.split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).session;
}

/** Runs `quire import` to its end. */
export async function importFile(base: Base, collection: string, file: string): Promise<void> {
  const child = startCommand(base.folder, ['import', collection, file], settingsOf(base));
  let said = '';
  child.stderr.on('data', (part) => {
    said = (said + part).slice(-2000);
  });
  child.stdout.resume();
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`the import failed: ${said}`);
}
