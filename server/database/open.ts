import { CannotStart } from '../errors.ts';
import { oneOfWords } from '../shared/text/words.ts';
import type { Address, Engine, EngineKind } from './engine.ts';
import { mysql } from './mysql/kind.ts';
import { postgres } from './postgres/kind.ts';
import { sqlite } from './sqlite/kind.ts';

/** Every engine. A new one is a folder and a word in this list. */
const engines: readonly EngineKind[] = [sqlite, postgres, mysql];

/** The forms of a database's URL, for people. */
export const urlForms = oneOfWords(engines.map(({ urlForm }) => urlForm));

/** Whether an engine takes this URL. */
export function isDatabaseUrl(url: string): boolean {
  return engines.some((engine) => engine.isUrl(url));
}

/** Opens the database that the URL names. Throws CannotStart where it cannot be opened. */
export function openEngine(address: Address): Promise<Engine> {
  return within(address.databaseUrl, (kind) => kind.open(address));
}

/** How many connections other processes have to the database, as far as the engine can tell. To be asked before it is opened. */
export function countOthers(databaseUrl: string): Promise<number> {
  return within(databaseUrl, (kind) => kind.countOthers(databaseUrl));
}

/** Throws CannotStart where the database cannot be opened. */
async function within<T>(databaseUrl: string, work: (kind: EngineKind) => Promise<T>): Promise<T> {
  const kind = kindOf(databaseUrl);
  try {
    return await work(kind);
  } catch (cause) {
    if (cause instanceof CannotStart) throw cause;
    const reason = firstCause(cause);
    throw new CannotStart(
      `DATABASE_URL: ${kind.nameOf(databaseUrl)} cannot be opened (${reason}); allowed: ${kind.needs}`,
      { cause },
    );
  }
}

/** The database that a URL names, for people: without user and password. */
export function databaseName(databaseUrl: string): string {
  return kindOf(databaseUrl).nameOf(databaseUrl);
}

/** The file of an embedded database; undefined for one on a server. */
export function databaseFile(databaseUrl: string): string | undefined {
  return kindOf(databaseUrl).fileOf?.(databaseUrl);
}

function kindOf(databaseUrl: string): EngineKind {
  const kind = engines.find((engine) => engine.isUrl(databaseUrl));
  if (!kind) {
    const scheme = databaseUrl.slice(0, databaseUrl.indexOf(':') + 1);
    throw new CannotStart(`DATABASE_URL: no engine for '${scheme}'; allowed: ${urlForms}`);
  }
  return kind;
}

/** The driver's first error. Where a host name has several addresses it has a code but no message. */
function firstCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return firstCause(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
