import { AsyncResource } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { Catalogue } from '../definitions/catalogue.ts';
import { AppError } from '../errors.ts';
import { tellingChangedTables } from './changed-tables.ts';
import type { Address, Connection, Engine, LongReader, Reader, Requester } from './engine.ts';
import { openEngine, withReplicas } from './open.ts';
import { updateSchema } from './schema/at-start.ts';
import { makeQuery, type Tables } from './soft-deletion/tables.ts';
import type { Statement } from './statement.ts';
import { CacheUses, makeTurnVersion, type TurnVersion } from './versions/version.ts';

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
  const opened = await openWith(readUrls, address);
  const telling = tellingChangedTables(opened, catalogue.queries);
  const engine = watched(opened, watch, (operation, sql, work) =>
    watch.timed(operation, sql, () => telling(sql, READS.has(operation), work)),
  );
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

/** What an engine is asked to do. A transaction includes its wait for a connection and its commit. */
export const OPERATIONS = ['read', 'long_read', 'write', 'insert', 'command', 'transaction'] as const;
export type Operation = (typeof OPERATIONS)[number];
const READS: ReadonlySet<Operation> = new Set(['read', 'long_read']);

/** Runs an operation. */
type Run = <T>(operation: Operation, sql: string, work: () => T) => T;

/** Hears of an operation that has ended, well or not; the SQL of a transaction is ''. */
type OnOperation = (operation: Operation, ms: number, sql: string) => void;

/** Tells of the operations of a database. While nobody listens, it costs nothing. */
class OperationWatch {
  #tell: OnOperation | undefined;
  #keepsContext = false;

  /** Lets the work of a transaction run in the asynchronous context of its caller, not in that of the queue that calls it. */
  keepContext(): void {
    this.#keepsContext = true;
  }

  /** Work that runs in the right context, if anybody asks for that. */
  inContext<Work extends (connection: Connection) => unknown>(work: Work): Work {
    return this.#keepsContext ? (AsyncResource.bind(work) as Work) : work; // its types drop the function's own
  }

  listen(listener: OnOperation): void {
    const before = this.#tell;
    this.#tell = before
      ? (operation, ms, sql) => {
          before(operation, ms, sql);
          listener(operation, ms, sql);
        }
      : listener;
  }

  /** Does the work, and tells how long it took. */
  timed<T>(operation: Operation, sql: string, work: () => T): T {
    const tell = this.#tell;
    if (tell === undefined) return work();
    const began = performance.now();
    const ended = () => tell(operation, performance.now() - began, sql);
    let result: T;
    try {
      result = work();
    } catch (error) {
      ended();
      throw error;
    }
    if (result instanceof Promise) result.then(ended, ended);
    else ended();
    return result;
  }
}

/** The same engine, whose operations are told of. */
function watched(engine: Engine, watch: OperationWatch, run: Run): Engine {
  const { reads, listReads, longReads } = engine;
  const within = <T>(
    work: (connection: Connection) => Promise<T>,
  ): ((connection: Connection) => Promise<T>) =>
    watch.inContext((connection) => work(new WatchedConnection(connection, run)));
  return {
    ...engine,
    reads: { all: (statement) => run('read', statement.sql, () => reads.all(statement)) },
    ...(listReads && {
      listReads: { all: (statement) => run('read', statement.sql, () => listReads.all(statement)) },
    }),
    longReads: {
      all: (statement, requester) =>
        run('long_read', statement.sql, () => longReads.all(statement, requester)),
      text: (statement, form, requester) =>
        run('long_read', statement.sql, () => longReads.text(statement, form, requester)),
    },
    transaction: (work) => run('transaction', '', () => engine.transaction(within(work))),
    tryOut: (work) => run('transaction', '', () => engine.tryOut(within(work))),
  };
}

class WatchedConnection implements Connection {
  readonly #connection: Connection;
  readonly #run: Run;

  constructor(connection: Connection, run: Run) {
    this.#connection = connection;
    this.#run = run;
  }

  all(statement: Statement) {
    return this.#run('read', statement.sql, () => this.#connection.all(statement));
  }

  run(statement: Statement) {
    return this.#run('write', statement.sql, () => this.#connection.run(statement));
  }

  insert(statement: Statement) {
    return this.#run('insert', statement.sql, () => this.#connection.insert(statement));
  }

  command(sql: string) {
    return this.#run('command', sql, () => this.#connection.command(sql));
  }
}
