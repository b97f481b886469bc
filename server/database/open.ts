import { fileURLToPath } from 'node:url';
import { CannotStart } from '../errors.ts';
import type { Engine } from './engine.ts';

/** Where the data is kept, and how many connections this process may hold to a database server. */
export interface Address {
  readonly databaseUrl: string;
  readonly databaseConnections: number;
}

/** The engine that the URL names; its driver is loaded only now. Throws CannotStart where it cannot be opened. */
export async function openEngine({ databaseUrl, databaseConnections }: Address): Promise<Engine> {
  const scheme = databaseUrl.slice(0, databaseUrl.indexOf(':'));
  switch (scheme) {
    case 'file':
      return openFile(toPath(databaseUrl));
    case 'postgres':
    case 'postgresql':
      return (await import('./postgres.ts')).openPostgres(databaseUrl, databaseConnections);
    case 'mysql':
      return (await import('./mysql.ts')).openMysql(databaseUrl, databaseConnections);
    default:
      throw new CannotStart(`DATABASE_URL: no engine for '${scheme}:'; allowed: file:, postgres: and mysql:`);
  }
}

async function openFile(path: string): Promise<Engine> {
  const { openSqlite } = await import('./sqlite.ts');
  try {
    return openSqlite(path);
  } catch (cause) {
    throw new CannotStart(
      `DATABASE_URL: '${path}' cannot be opened (${cause instanceof Error ? cause.message : cause}); allowed: a database of SQLite, or a file that can be made`,
      { cause },
    );
  }
}

/** The path of a `file:` URL; unlike in other URLs it may be relative. */
function toPath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
