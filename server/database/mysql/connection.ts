import mysql, { type Connection as Client, type ResultSetHeader } from 'mysql2';
import type { Connection, Raw } from '../engine.ts';
import type { Cancellable } from '../pooled-engine.ts';
import { ConnectionLost, isOutage, NoConnectionFree, type TransientError } from '../retrying.ts';
import type { Statement } from '../statement.ts';

/** Why a connection must not be used any more. */
type Refusal = () => Error | undefined;

/** A connection of the driver. */
export class MysqlConnection implements Cancellable {
  isBroken = false;
  readonly #client: Client;
  readonly #timeoutMs: number;
  readonly #refusal: Refusal | undefined;

  /** A timeout of 0 never ends. */
  constructor(client: Client, timeoutMs: number, refusal?: Refusal) {
    this.#client = client;
    this.#timeoutMs = timeoutMs;
    this.#refusal = refusal;
  }

  all({ sql, parameters }: Statement): Promise<Raw[]> {
    return this.#send('execute', sql, parameters);
  }

  async run({ sql, parameters }: Statement): Promise<number> {
    return (await this.#send<ResultSetHeader>('execute', sql, parameters)).affectedRows;
  }

  /** The ids of one statement's rows are consecutive (MySQL reference manual, InnoDB AUTO_INCREMENT). */
  async insert({ sql, parameters }: Statement): Promise<bigint[]> {
    const { affectedRows, insertId } = await this.#send<ResultSetHeader>('execute', sql, parameters);
    const first = BigInt(insertId);
    if (affectedRows === 1) return [first];
    const [row] = await this.all({ sql: 'select @@auto_increment_increment as "step"', parameters: [] });
    const step = BigInt(row?.step as string);
    return Array.from({ length: affectedRows }, (_, index) => first + BigInt(index) * step);
  }

  async command(sql: string): Promise<void> {
    await this.#send('query', sql, []);
  }

  async cancel(by: Connection): Promise<void> {
    this.isBroken = true;
    if (this.#refusal?.()) return; // the other one leads to another server, where this number is another connection's
    await by.command(`kill query ${this.#client.threadId}`);
  }

  #send<Answer>(how: 'execute' | 'query', sql: string, parameters: readonly unknown[]): Promise<Answer> {
    if (this.isBroken) return Promise.reject(new ConnectionLost()); // not even a rollback is sent, since nothing would answer it
    const refusal = this.#refusal?.();
    if (refusal) {
      this.isBroken = true; // what the transaction has done ends with it
      return Promise.reject(refusal);
    }
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        this.isBroken ||= isOutage(classifyError(error));
        reject(error);
      };
      // The driver's own timeout would keep the process running after a connection is lost.
      const timer = this.#timeoutMs && setTimeout(() => fail(new ConnectionLost()), this.#timeoutMs).unref();
      const values = parameters.map(toMysql);
      this.#client[how]({ sql, values }, (error, answer) => {
        if (timer) clearTimeout(timer);
        if (error) fail(error);
        else resolve(answer as Answer);
      });
    });
  }
}

// Each access to the driver's own property would load its module again.
const { LONGLONG: wholeNumber } = mysql.TypedParameter;

/** The driver would send whole numbers as doubles or as text, and the server would compare them as such. */
function toMysql(value: unknown) {
  if (typeof value === 'bigint' || typeof value === 'number') return wholeNumber(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a statement cannot hold a value of type ${typeof value}`);
}

const byNumber: Readonly<Record<number, TransientError>> = {
  1062: 'duplicate', // ER_DUP_ENTRY
  1020: 'conflict', // ER_CHECKREAD
  1213: 'conflict', // ER_LOCK_DEADLOCK
  3101: 'conflict', // ER_TRANSACTION_ROLLBACK_DURING_COMMIT: another server of the group was first
  9007: 'conflict', // TiDB: write conflict
  1021: 'full', // ER_DISK_FULL
  1037: 'crowded', // ER_OUTOFMEMORY
  1040: 'crowded', // ER_CON_COUNT_ERROR
  1045: 'lost', // ER_ACCESS_DENIED_ERROR, of a new connection
  1049: 'lost', // ER_BAD_DB_ERROR, of a new connection
  1047: 'noQuorum', // ER_UNKNOWN_COM_ERROR: of a node of a Galera cluster
  1053: 'lost', // ER_SERVER_SHUTDOWN
  1114: 'full', // ER_RECORD_FILE_FULL
  1180: 'lost', // ER_ERROR_DURING_COMMIT
  1203: 'crowded', // ER_TOO_MANY_USER_CONNECTIONS
  1226: 'crowded', // ER_USER_LIMIT_REACHED
  1290: 'readOnly', // ER_OPTION_PREVENTS_STATEMENT: for example, the server has become a replica
  1317: 'lost', // ER_QUERY_INTERRUPTED
  1461: 'crowded', // ER_MAX_PREPARED_STMT_COUNT_REACHED: a new connection has room again
  1792: 'readOnly', // ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION
  1836: 'readOnly', // ER_READ_ONLY_MODE
  1927: 'lost', // MariaDB: ER_CONNECTION_KILLED
  4031: 'lost', // ER_CLIENT_INTERACTION_TIMEOUT
  1205: 'slow', // ER_LOCK_WAIT_TIMEOUT
  1969: 'slow', // MariaDB: ER_STATEMENT_TIMEOUT
  3024: 'slow', // ER_QUERY_TIMEOUT
};

/** Classifies errors by the servers' numbers. An error of the driver itself means that the connection is lost. */
export function classifyError(error: unknown): TransientError | undefined {
  if (!(error instanceof Error)) return undefined; // own code throws anything, also null
  const { errno = 0, fatal } = error as { errno?: number; fatal?: boolean };
  if (error instanceof NoConnectionFree) return 'slow';
  if (byNumber[errno]) return byNumber[errno];
  return fatal || error instanceof ConnectionLost ? 'lost' : undefined;
}
