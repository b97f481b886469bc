import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import type { Core } from './cores.ts';
import { start } from './process.ts';
import { type Server, startServer } from './server.ts';

const main = new URL('../../server/main.mjs', import.meta.url);
const counting = new URL('./count-remembered.ts', import.meta.url);
const command = new URL('../../server/cli/quire.ts', import.meta.url);
const content = fileURLToPath(new URL('../content', import.meta.url));

/** The password of `root` in every database of the bench; they are temporary. */
export const rootPassword = 'bench-root-password';

/** A folder for one SQLite database, deleted when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts Quire as `npm start` does, on a folder's database unless `env` names another; other settings have their defaults.
 * It counts the answers from its cache, unless `flags` say otherwise.
 */
export function startQuire(
  folder: string,
  core: Core = 'server',
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [`--import=${counting}`],
): Promise<Server> {
  return startServer(main, {
    core,
    flags: [...packageFile.scripts.start.split(' ').filter((word) => word.startsWith('--')), ...flags],
    cwd: folder,
    env: { ...environment(folder), ...env },
  });
}

/** Starts a command of Quire on the database of a folder, unless `env` names another. */
export function startCommand(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  return start(command, { core: 'server', args, cwd: folder, env: { ...environment(folder), ...env } });
}

function environment(folder: string) {
  return {
    DATABASE_URL: `file:${join(folder, 'quire.db')}`,
    UPLOAD_DIR: join(folder, 'files'),
    CONTENT_DIR: content,
    QUIRE_ADMIN_PASSWORD: rootPassword,
  };
}
