import { AsyncResource } from 'node:async_hooks';
import type { Connection, Engine } from './engine.ts';
import type { Statement } from './statement.ts';

/** What an engine is asked to do. A transaction includes its wait for a connection and its commit. */
export const OPERATIONS = ['read', 'long_read', 'write', 'insert', 'command', 'transaction'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Hears of an operation that has ended, well or not; the SQL of a transaction is ''. */
export type OnOperation = (operation: Operation, ms: number, sql: string) => void;

/** Tells of the operations of a database. While nobody listens, it costs nothing. */
export class OperationWatch {
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
export function watched(engine: Engine, watch: OperationWatch): Engine {
  const { reads, listReads, longReads } = engine;
  const within = <T>(
    work: (connection: Connection) => Promise<T>,
  ): ((connection: Connection) => Promise<T>) =>
    watch.inContext((connection) => work(new WatchedConnection(connection, watch)));
  return {
    ...engine,
    reads: { all: (statement) => watch.timed('read', statement.sql, () => reads.all(statement)) },
    ...(listReads && {
      listReads: { all: (statement) => watch.timed('read', statement.sql, () => listReads.all(statement)) },
    }),
    longReads: {
      all: (statement, requester) =>
        watch.timed('long_read', statement.sql, () => longReads.all(statement, requester)),
      text: (statement, form, requester) =>
        watch.timed('long_read', statement.sql, () => longReads.text(statement, form, requester)),
    },
    transaction: (work) => watch.timed('transaction', '', () => engine.transaction(within(work))),
    tryOut: (work) => watch.timed('transaction', '', () => engine.tryOut(within(work))),
  };
}

class WatchedConnection implements Connection {
  readonly #connection: Connection;
  readonly #watch: OperationWatch;

  constructor(connection: Connection, watch: OperationWatch) {
    this.#connection = connection;
    this.#watch = watch;
  }

  all(statement: Statement) {
    return this.#watch.timed('read', statement.sql, () => this.#connection.all(statement));
  }

  run(statement: Statement) {
    return this.#watch.timed('write', statement.sql, () => this.#connection.run(statement));
  }

  insert(statement: Statement) {
    return this.#watch.timed('insert', statement.sql, () => this.#connection.insert(statement));
  }

  command(sql: string) {
    return this.#watch.timed('command', sql, () => this.#connection.command(sql));
  }
}
