import { fileURLToPath } from 'node:url';
import { CannotStart } from '../errors.ts';
import type { Address } from './address.ts';
import type { Engine } from './engine.ts';

/** The engine that the URL names; its driver is loaded only now. Throws CannotStart where it cannot be opened. */
export async function openEngine(address: Address): Promise<Engine> {
  const { databaseUrl } = address;
  const scheme = databaseUrl.slice(0, databaseUrl.indexOf(':'));
  switch (scheme) {
    case 'file':
      return openFile(databaseUrl);
    case 'postgres':
    case 'postgresql': {
      const { openPostgres } = await import('./postgres.ts');
      return openPostgres(address).catch((cause) => refuse(databaseUrl, cause));
    }
    case 'mysql': {
      const { openMysql } = await import('./mysql.ts');
      return openMysql(address).catch((cause) => refuse(databaseUrl, cause));
    }
    default:
      throw new CannotStart(`DATABASE_URL: no engine for '${scheme}:'; allowed: file:, postgres: and mysql:`);
  }
}

/** Which database an address names, for people: without who opens it, and with which password. */
export function placeOf(databaseUrl: string): string {
  if (databaseUrl.startsWith('file:')) return `'${toPath(databaseUrl)}'`;
  const { host, pathname } = new URL(databaseUrl);
  return `'${pathname.slice(1)}' on ${host}`;
}

async function openFile(databaseUrl: string): Promise<Engine> {
  const { openSqlite } = await import('./sqlite.ts');
  try {
    return openSqlite(toPath(databaseUrl));
  } catch (cause) {
    throw new CannotStart(
      `DATABASE_URL: ${placeOf(databaseUrl)} cannot be opened (${cause instanceof Error ? cause.message : cause}); allowed: a database of SQLite, or a file that can be made`,
      { cause },
    );
  }
}

function refuse(databaseUrl: string, cause: unknown): never {
  throw new CannotStart(
    `DATABASE_URL: ${placeOf(databaseUrl)} cannot be opened (${originOf(cause)}); allowed: a database that is there, on a server that answers`,
    { cause },
  );
}

/** What a driver said first of all. Of a name with several addresses it says nothing but a code. */
function originOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return originOf(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code);
}

/** The path of a `file:` URL; unlike in other URLs it may be relative. */
function toPath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
}
