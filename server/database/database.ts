import type { Kysely } from 'kysely';
import type { Catalogue } from '../definitions/catalogue.ts';
import { AppError, CannotStart } from '../errors.ts';
import type { Connection, Engine, LongReader, Reader } from './engine.ts';
import { type Address, openEngine } from './open.ts';
import { type Kept, type Present, planSchema } from './schema-plan.ts';
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

/** Thrown at start where tables and definitions can only be reconciled by losing data. */
export class SchemaConflict extends CannotStart {
  constructor(dangers: readonly string[]) {
    super(
      `The tables do not fit the definitions, and a start never changes what could lose data:\n  - ${dangers.join('\n  - ')}`,
    );
  }
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
  const engine = await openEngine(address);
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
        .catch((cause: unknown) => {
          throw engine.isDuplicate(cause) ? new AppError('duplicate', { cause }) : cause;
        })
        .finally(turnVersion.forget),
    close: () => engine.close(),
  };
  try {
    await engine.alone((connection) => bringTablesInStep(engine, catalogue, connection));
    await engine.alone((connection) => firstRows(database, connection));
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
  const present = await readPresent(engine, connection);
  const plan = planSchema(engine, catalogue.all, { ...present, recorded });
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

async function readPresent(engine: Engine, connection: Connection): Promise<Omit<Present, 'recorded'>> {
  const columns = await connection.all({ sql: engine.presentColumns, parameters: [] });
  const indexes = await connection.all({ sql: engine.presentIndexes, parameters: [] });
  const byTable = Map.groupBy(columns, ({ table }) => table as string);
  return {
    tables: new Map(
      [...byTable].map(([table, rows]) => [table, new Set(rows.map(({ column }) => column as string))]),
    ),
    indexes: new Set(indexes.map(({ name }) => name as string)),
  };
}

function refuseBroken(engine: Engine, statement: string, error: unknown): never {
  if (!engine.isDuplicate(error)) throw error;
  throw new SchemaConflict([
    `rows that are there hold the same values, so this index cannot be made: ${statement}`,
  ]);
}
