import type { Kysely } from 'kysely';
import type { Catalogue } from '../definitions/catalogue.ts';
import { AppError } from '../errors.ts';
import type { Address, Connection, Engine, LongReader, Reader, Requester } from './engine.ts';
import { openEngine, withReplicas } from './open.ts';
import { updateSchema } from './schema/at-start.ts';
import { makeQuery, type Tables } from './soft-deletion/tables.ts';
import { makeTurnVersion, type TurnVersion } from './versions/version.ts';
import { CacheUses } from './versions/versioned-cache.ts';
import { OperationWatch, watched } from './watched.ts';

/** An open database. */
export interface Database {
  readonly engine: Engine;
  readonly query: Kysely<Tables>;
  readonly reads: Reader;
  /** Quick reads of lists. */
  readonly listReads: Reader;
  readonly longReads: LongReader;
  readonly turnVersion: TurnVersion;
  /** Tells what the engine is asked, and how long it takes. */
  readonly watch: OperationWatch;
  /** Counts what caches of this database's rows had. */
  readonly cacheUses: CacheUses;
  /** These two are like the engine's, but throw a duplicate as an AppError. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  tryOut<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A database whose tables match the definitions. */
export interface OpenedDatabase extends Database {
  /** Notices for the operator about the tables. */
  readonly notices: readonly string[];
}

/** Opens the database and updates its tables. If several processes start at once, one does this while the others wait. */
export async function openDatabase(
  address: Address & { readonly databaseReadUrls?: readonly string[] },
  catalogue: Catalogue,
): Promise<OpenedDatabase> {
  const database = await connect(address, catalogue, address.databaseReadUrls);
  const { engine } = database;
  try {
    const notices = await engine.alone((exclusive) => updateSchema(engine, catalogue, exclusive));
    return { ...database, notices };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

async function openWith(readUrls: readonly string[], address: Address): Promise<Engine> {
  const engine = await openEngine(address);
  if (readUrls.length === 0) return engine;
  try {
    return await withReplicas(engine, address, readUrls);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Opens the database without updating its tables, which may not match the definitions. */
export async function connect(
  address: Address,
  catalogue: Catalogue,
  readUrls: readonly string[] = [],
): Promise<Database> {
  const watch = new OperationWatch();
  const engine = watched(await openWith(readUrls, address), watch);
  const turnVersion = makeTurnVersion(() => engine.version?.());
  const settled = <T>(transaction: Promise<T>) =>
    transaction
      .catch((cause: unknown) => {
        throw engine.classifyError(cause) === 'duplicate' ? new AppError('duplicate', { cause }) : cause;
      })
      .finally(turnVersion.forget);
  return {
    engine,
    turnVersion,
    watch,
    cacheUses: new CacheUses(),
    query: makeQuery(engine, catalogue.all, catalogue.queries),
    reads: engine.reads,
    listReads: engine.listReads ?? engine.reads,
    longReads: engine.longReads,
    transaction: (work) => settled(engine.transaction(work)),
    tryOut: (work) => settled(engine.tryOut(work)),
    close: () => engine.close(),
  };
}

/** Long reads for one requester, who is determined only if there is one. */
export function longReadsFor(longReads: LongReader, requester: () => Requester): LongReader {
  return {
    all: (statement) => longReads.all(statement, requester()),
    text: (statement, form, more) => longReads.text(statement, form, { ...requester(), ...more }),
  };
}
