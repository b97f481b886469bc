import { AppError } from '../errors.ts';
import type { Connection } from './engine.ts';

let count = 0;

/** Runs the work as a part of a transaction: what it throws undoes that part alone. */
export async function asPart<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  count += 1; // of two savepoints with one name, not every engine keeps both
  const savepoint = `savepoint part_${count}`;
  await connection.command(savepoint);
  try {
    const value = await work();
    await connection.command(`release ${savepoint}`);
    return value;
  } catch (error) {
    const lost = await connection.command(`rollback to ${savepoint}`).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    // After some of its own errors the engine has undone more than the part; then these are what went wrong.
    throw lost !== undefined && error instanceof AppError ? lost : error;
  }
}
