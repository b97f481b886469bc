import type { Kysely } from 'kysely';
import type { Catalogue } from '../definitions/catalogue.ts';
import { AppError, CannotStart } from '../errors.ts';
import type { Connection, Engine, Reader } from './engine.ts';
import { openEngine } from './open.ts';
import { type Kept, planSchema } from './schema-plan.ts';
import { makeQuery, type Tables } from './tables.ts';
import { makeTurnVersion, type TurnVersion } from './turn-version.ts';

/** An open database whose tables are in step with the definitions. */
export interface Database {
  readonly engine: Engine;
  readonly query: Kysely<Tables>;
  readonly reads: Reader;
  readonly longReads: Reader;
  readonly turnVersion: TurnVersion;
  /** As the engine's, with broken constraints told as this server's errors. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Thrown at start where tables and definitions can only be reconciled by losing data. */
export class SchemaConflict extends CannotStart {
  constructor(dangers: readonly string[]) {
    super(
      `The tables do not fit the definitions, and a start never changes what could lose data:\n  - ${dangers.join('\n  - ')}`,
    );
  }
}

/**
 * Opens the database and brings its tables in step, in one transaction with `firstRows`, which makes what a new database
 * begins with. Of several processes that start together one creates the tables; the others find them.
 */
export async function openDatabase(
  url: string,
  catalogue: Catalogue,
  firstRows: (database: Database, connection: Connection) => Promise<void>,
): Promise<Database> {
  const engine = openEngine(url);
  const turnVersion = makeTurnVersion(() => engine.version?.());
  const database: Database = {
    engine,
    turnVersion,
    query: makeQuery(engine, catalogue.all),
    reads: engine.reads,
    longReads: engine.longReads,
    transaction: (work) =>
      engine
        .transaction(work)
        .catch((error: unknown) => Promise.reject(toAppError(engine, catalogue, error)))
        .finally(turnVersion.forget),
    close: () => engine.close(),
  };
  try {
    await engine.transaction(async (connection) => {
      await bringTablesInStep(engine, catalogue, connection);
      await firstRows(database, connection);
    });
  } catch (error) {
    await engine.close();
    throw error;
  }
  return database;
}

async function bringTablesInStep(
  engine: Engine,
  catalogue: Catalogue,
  connection: Connection,
): Promise<void> {
  const execute = (sql: string, ...parameters: unknown[]) => connection.run({ sql, parameters });
  await execute(
    'create table if not exists "quire_schema" ("place" varchar(100) primary key, "kind" text not null)',
  );
  const rows = await connection.all({ sql: 'select "place", "kind" from "quire_schema"', parameters: [] });
  const recorded = new Map(
    rows.map(({ place, kind }) => [place as string, JSON.parse(kind as string) as Kept]),
  );
  const plan = planSchema(engine, catalogue.all, { ...(await engine.present(connection)), recorded });
  if (plan.dangers.length > 0) throw new SchemaConflict(plan.dangers);
  for (const statement of plan.statements)
    await execute(statement).catch((error) => refuseBroken(engine, statement, error));
  for (const [place, kept] of plan.columns) {
    const kind = JSON.stringify(kept);
    if (JSON.stringify(recorded.get(place)) === kind) continue;
    await execute(`delete from "quire_schema" where "place" = '${place}'`);
    await execute(`insert into "quire_schema" ("place", "kind") values ('${place}', '${kind}')`);
  }
}

function refuseBroken(engine: Engine, statement: string, error: unknown): never {
  if (!engine.brokenConstraint(error)) throw error;
  throw new SchemaConflict([
    `rows that are there hold the same values, so this index cannot be made: ${statement}`,
  ]);
}

/** The one place where an engine's error becomes one of ours. */
function toAppError(engine: Engine, catalogue: Catalogue, error: unknown): unknown {
  const broken = engine.brokenConstraint(error);
  if (!broken) return error;
  const key = catalogue.get(broken.table).conflicts[broken.columns.join()] ?? 'duplicate';
  return new AppError(key, { detail: broken.columns.join('、'), cause: error });
}
