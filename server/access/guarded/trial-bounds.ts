import { Budget } from '../../background/budget.ts';
import { perKeyLimit } from '../../background/limits.ts';
import { MINUTE_MS } from '../../shared/durations.ts';
import type { Door } from '../door.ts';

/** Work on many records holds locks; more of it at a time would wait for each other. */
const AT_ONCE = { each: 1, inAll: 2 };
/** The records that previews of a caller may try in a minute: each costs some 2 ms. */
const PREVIEWED = { most: 3000, everyMs: MINUTE_MS };

/** What callers may ask for of a change to many records, and of previews of it. */
export interface TrialBounds {
  /** Works for a caller, one thing at a time. Throws `tooManyRequests` while too much is under way. */
  run<T>(door: Pick<Door, 'actor'>, work: () => Promise<T>): Promise<T>;
  /** The same for a preview, whose records are counted unless the caller is `trusted` with any number. */
  preview<T>(
    door: Pick<Door, 'actor'>,
    trusted: boolean,
    work: () => Promise<readonly T[]>,
  ): Promise<readonly T[]>;
}

/** The bounds of one kind of change. */
export function trialBounds(): TrialBounds {
  const atOnce = perKeyLimit(AT_ONCE);
  const previews = new Budget(PREVIEWED);
  return {
    run: ({ actor }, work) => atOnce.run(String(actor.id), work),
    async preview({ actor }, trusted, work) {
      const caller = String(actor.id);
      if (!trusted) previews.requireLeft(caller);
      const tried = await atOnce.run(caller, work);
      previews.spend(caller, tried.length);
      return tried;
    },
  };
}
