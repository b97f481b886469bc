import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors.ts';

/**
 * Why work failed, where the reason is not in the work: its connection is gone, or the server cannot do anything now; the engine undid it for the sake of somebody
 * else's; a unique index, or the work at a second look, found a row that was not yet there at the first; or it took longer than
 * it may.
 */
export type Trouble = 'lost' | 'raced' | 'duplicate' | 'taken' | 'slow';

/** Thrown by work that finds something there that was not when it looked: it is to look again. */
export class Overtaken extends Error {}

/** How often work is tried. A connection may have been lost while it was idle, so it is worth a second one. */
const TRIES: Readonly<Record<Trouble, number>> = {
  raced: 100,
  duplicate: 10,
  taken: 2,
  lost: 2,
  slow: 1,
};
const LONGEST_PAUSE_MS = 100;

/**
 * The one place where failed work is tried again, each time from its beginning. Throws what is no such trouble at once; where
 * trying does not help, a duplicate as it is and all else as `unavailable`.
 */
export async function retrying<T>(
  troubleOf: (error: unknown) => Trouble | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const trouble = ownTrouble(error) ?? troubleOf(error);
      if (trouble === undefined) throw error;
      if (attempt >= TRIES[trouble])
        throw trouble === 'duplicate' || trouble === 'taken' ? error : unavailable(error);
      await wait(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS));
    }
  }
}

/** What the work itself says. Had a row that is taken been there at the first look, it might have done something else than to refuse. */
function ownTrouble(error: unknown): Trouble | undefined {
  if (error instanceof Overtaken) return 'raced';
  return error instanceof AppError && error.key === 'duplicate' ? 'taken' : undefined;
}

/** The database cannot answer now; the client is told when to ask again. */
export function unavailable(cause: unknown): AppError {
  return new AppError('unavailable', { headers: { 'retry-after': '1' }, cause });
}
