import { setTimeout as wait } from 'node:timers/promises';
import { CannotStart } from '../errors.ts';
import { oneOfWords } from '../shared/text/words.ts';
import type { Dumps } from './dumps.ts';
import type { Address, Compacted, Engine, EngineKind } from './engine.ts';
import { mysql } from './mysql/kind.ts';
import { postgres } from './postgres/kind.ts';
import { notRead } from './replicas/replication.ts';
import { ConnectionLost } from './retrying.ts';
import { sqlite } from './sqlite/kind.ts';

const TRY_AGAIN_MS = 1000;
/** Codes of the system, of PostgreSQL (its documentation, appendix A) with its poolers, and of MySQL's driver. */
const away: ReadonlySet<string> = new Set([
  ...[
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ETIMEDOUT',
    'ENOENT',
  ],
  ...['08006', '08P01', '53300', '57P03'],
  ...['PROTOCOL_CONNECTION_LOST', 'ER_CON_COUNT_ERROR', 'ER_UNKNOWN_COM_ERROR'],
]);
/** The driver of PostgreSQL has no code for a server that does not answer in time. */
const SLOW = 'timeout expired';

/** Every engine. A new one is a folder and a word in this list. */
const engines: readonly EngineKind[] = [sqlite, postgres, mysql];

/** The forms of a database's URL, for people. */
export const urlForms = oneOfWords(engines.map(({ urlForm }) => urlForm));

/** Whether an engine takes this URL. */
export function isDatabaseUrl(url: string): boolean {
  return engines.some((engine) => engine.isUrl(url));
}

/**
 * Opens the database that the URL names, and waits a while for a server that is not up yet. Throws CannotStart where it cannot
 * be opened.
 */
export function openEngine(address: Address): Promise<Engine> {
  return within(address.databaseUrl, (kind) => onceUp(kind, address));
}

/** The same engine, whose lists and long reads these replicas answer. Throws CannotStart where they cannot be used. */
export async function withReplicas(
  engine: Engine,
  address: Address,
  urls: readonly string[],
): Promise<Engine> {
  const kind = kindOf(address.databaseUrl);
  if (!kind.replicated) throw notRead(engine.name);
  for (const url of urls) {
    const problem = kind.isUrl(url)
      ? kind.problemOf?.(url)
      : `${databaseName(url)} is of another engine; allowed: ${kind.urlForm}`;
    if (problem !== undefined) throw new CannotStart(`DATABASE_READ_URLS: ${problem}`);
  }
  return kind.replicated(engine, address, urls);
}

async function onceUp(kind: EngineKind, address: Address): Promise<Engine> {
  const { databaseUrl, databaseWait } = address;
  const until = Date.now() + databaseWait * 1000;
  for (let isTold = false; ; isTold = true) {
    try {
      return await kind.open(address);
    } catch (error) {
      if (!isAway(error) || Date.now() + TRY_AGAIN_MS > until) throw error;
      if (!isTold)
        console.warn(
          `DATABASE_URL: ${kind.nameOf(databaseUrl)} cannot be opened yet (${firstCause(error)}); trying for ${databaseWait} s`,
        );
      await wait(TRY_AGAIN_MS);
    }
  }
}

/** How many connections other processes have to the database, as far as the engine can tell. To be asked before it is opened. */
export function countOthers(databaseUrl: string): Promise<number> {
  return within(databaseUrl, (kind) => kind.countOthers(databaseUrl));
}

/** How the database of a URL is dumped and loaded. Throws CannotStart where no engine takes the URL. */
export function dumpsOf(databaseUrl: string): Promise<Dumps> {
  return within(databaseUrl, (kind) => kind.dumps(databaseUrl));
}

/** Gives free space back to the disk, or tells what the engine does by itself. Throws CannotStart where others are in the way. */
export function compactDatabase(databaseUrl: string): Promise<Compacted> {
  return within(databaseUrl, (kind) => kind.compact(databaseUrl));
}

/** Throws CannotStart where the database cannot be opened. */
async function within<T>(databaseUrl: string, work: (kind: EngineKind) => Promise<T>): Promise<T> {
  const kind = kindOf(databaseUrl);
  const problem = kind.problemOf?.(databaseUrl);
  if (problem !== undefined) throw new CannotStart(`DATABASE_URL: ${problem}`);
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

/** Whether a server cannot be reached, or takes no connections, now: it may be starting. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', cause } = error as NodeJS.ErrnoException & { cause?: unknown };
  return error instanceof ConnectionLost || away.has(code) || error.message === SLOW || isAway(cause);
}

/** The driver's first error. Where a host name has several addresses it has a code but no message. */
function firstCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return firstCause(error.cause);
  return error.message || String((error as NodeJS.ErrnoException).code);
}
