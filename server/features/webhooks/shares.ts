import { Postponed } from '../../background/jobs.ts';

/** How many messages a process sends at once, of all webhooks. */
export const MOST_AT_ONCE = 16;
/** How many of them are of one owner, whatever number of webhooks they have: half, so that nobody takes the places of all others. */
const MOST_OF_OWNER = 8;
/** How many of them are of a webhook whose receiver is not known yet. */
const FIRST = 2;
/** A receiver that answers within this time gets more at once; one that takes longer than the second gets one. */
const QUICK_MS = 1000;
const SLOW_MS = 5000;
/** How long a message waits for its turn, between once and twice: as long as the one before it already takes, within these. */
const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 15_000;

interface Share {
  most: number;
  /** The messages being sent, with their start times. */
  readonly begun: Set<{ readonly time: number }>;
}

/** A webhook, and whose it is. */
interface Sender {
  readonly id: bigint;
  readonly create_user_id: bigint;
}

/**
 * Shares out the messages that a process sends at once, so that webhooks need not wait for a receiver that hangs, nor owners
 * for those of another.
 */
export class Shares {
  readonly #ofHooks = new Map<bigint, Share>();
  readonly #ofOwners = new Map<bigint, Share>();

  /** Sends a message of a webhook if it is its turn, and throws `Postponed` if not. */
  async take<T>({ id, create_user_id }: Sender, send: () => Promise<T>): Promise<T> {
    const share = shareOf(this.#ofHooks, id, FIRST);
    const owners = shareOf(this.#ofOwners, create_user_id, MOST_OF_OWNER);
    const full = [share, owners].find(({ most, begun }) => begun.size >= most);
    if (full) throw new Postponed(nextTurn(full));
    const begun = { time: Date.now() };
    share.begun.add(begun);
    owners.begun.add(begun);
    try {
      return await send();
    } finally {
      share.begun.delete(begun);
      owners.begun.delete(begun);
      share.most = mostAfter(share.most, Date.now() - begun.time);
    }
  }
}

function shareOf(shares: Map<bigint, Share>, id: bigint, most: number): Share {
  const share = shares.get(id) ?? { most, begun: new Set() };
  shares.set(id, share);
  return share;
}

function mostAfter(most: number, tookMs: number): number {
  if (tookMs > SLOW_MS) return 1;
  return tookMs > QUICK_MS ? FIRST : Math.min(MOST_OF_OWNER, 2 * most);
}

function nextTurn({ begun }: Share): number {
  const now = Date.now();
  const waited = now - Math.min(...[...begun].map(({ time }) => time));
  const pause = Math.min(Math.max(waited, LEAST_PAUSE_MS), MOST_PAUSE_MS);
  return now + Math.round(pause * (1 + Math.random()));
}
