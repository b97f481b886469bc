import { type AppError, isRefusal } from '../../errors.ts';

/** Why work could not be done; undefined if it was. Rethrows errors that are not the work's fault. */
export async function errorOf(work: () => Promise<void>): Promise<AppError | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error;
  }
}
