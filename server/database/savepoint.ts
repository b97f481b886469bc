import { AppError } from '../errors.ts';
import type { Connection } from './engine.ts';

/** How many savepoints are open on a connection. */
const depths = new WeakMap<Connection, number>();

/** Runs work behind a savepoint of a transaction: an error undoes this work alone. */
export async function inSavepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const depth = depths.get(connection) ?? 0;
  const savepoint = `savepoint part_${depth}`; // not every engine allows two of one name; names that recur stay compiled
  await connection.command(savepoint);
  depths.set(connection, depth + 1);
  try {
    const value = await work();
    await connection.command(`release ${savepoint}`);
    return value;
  } catch (error) {
    const failure = await connection.command(`rollback to ${savepoint}`).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    // After some of its own errors an engine has already rolled back the whole transaction. That failure is the one to report.
    throw failure !== undefined && error instanceof AppError ? failure : error;
  } finally {
    depths.set(connection, depth);
  }
}
