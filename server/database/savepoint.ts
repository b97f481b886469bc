import { AppError } from '../errors.ts';
import type { Connection } from './engine.ts';

let count = 0;

/** Runs work behind a savepoint of a transaction: an error undoes this work alone. */
export async function inSavepoint<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  count += 1; // names are unique: not every engine allows two savepoints of one name
  const savepoint = `savepoint part_${count}`;
  await connection.command(savepoint);
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
  }
}
