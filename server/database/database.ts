import type { Kysely } from 'kysely';
import type { Catalogue } from '../definitions/catalogue.ts';
import { AppError } from '../errors.ts';
import type { Address } from './address.ts';
import type { Connection, Engine, LongReader, Reader } from './engine.ts';
import { openEngine } from './open.ts';
import { bringTablesInStep } from './schema/in-step.ts';
import { makeQuery, type Tables } from './tables.ts';
import { makeTurnVersion, type TurnVersion } from './turn-version.ts';

/** An open database whose tables are in step with the definitions. */
export interface Database {
  readonly engine: Engine;
  readonly query: Kysely<Tables>;
  readonly reads: Reader;
  readonly longReads: LongReader;
  readonly turnVersion: TurnVersion;
  /** As the engine's, with a duplicate told as this server's error. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens the database, brings its tables in step, and runs `firstRows`, which makes what a new database begins with. Of several
 * processes that start together one does this work; the others wait, and find it done.
 */
export async function openDatabase(
  address: Address,
  catalogue: Catalogue,
  firstRows: (database: Database, connection: Connection) => Promise<void>,
): Promise<Database> {
  const database = await connect(address, catalogue);
  const { engine } = database;
  try {
    await engine.alone((turn) => bringTablesInStep(engine, catalogue, turn));
    await engine.alone((turn) => turn.transaction((connection) => firstRows(database, connection)));
  } catch (error) {
    await engine.close();
    throw error;
  }
  return database;
}

/** Opens the database as it is, for who changes its tables: they may not be in step with the definitions. */
export async function connect(address: Address, catalogue: Catalogue): Promise<Database> {
  const engine = await openEngine(address);
  const turnVersion = makeTurnVersion(() => engine.version?.());
  return {
    engine,
    turnVersion,
    query: makeQuery(engine, catalogue.all),
    reads: engine.reads,
    longReads: engine.longReads,
    transaction: (work) =>
      engine
        .transaction(work)
        .catch((cause: unknown) => {
          throw engine.troubleOf(cause) === 'duplicate' ? new AppError('duplicate', { cause }) : cause;
        })
        .finally(turnVersion.forget),
    close: () => engine.close(),
  };
}
