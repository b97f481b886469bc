import { Postponed } from '../../background/job-kind.ts';

/** How many messages a process sends at once, of all webhooks, beside those to receivers that were quick and hang now. */
const PLACES = 16;
/** How many of the latter have places of their own. They may have taken all that an owner has, and would hold them up. */
const HANGING = 8;
export const MOST_AT_ONCE = PLACES + HANGING;
/** How many of them are of one owner, whatever number of webhooks they have: half, so that nobody takes the places of all others. */
const MOST_OF_OWNER = 8;
/** How many of them are to receivers that have not answered quickly before: the other places are for those that have. */
const UNPROVEN = { inAll: 8, ofOwner: 3 };
/** How many of these are to receivers that were slow the last time, or that hang. */
const SLOW = { inAll: 4, ofOwner: 2 };
/** How many of them are of a webhook whose receiver is not known yet. */
const FIRST = 2;
/** A receiver that answers within this time gets more at once; one that takes longer than the second gets one. */
const QUICK_MS = 1000;
const SLOW_MS = 5000;
/** How long a message waits for its turn, between once and twice: as long as the one before it already takes, within these. */
const LEAST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 15_000;

type Pace = 'unknown' | 'quick' | 'slow';

/** What is known of the receiver of a webhook. */
interface Share {
  most: number;
  pace: Pace;
}

/** A webhook, and whose it is. */
interface Sender {
  readonly id: bigint;
  readonly create_user_id: bigint;
}

/** A message that is being sent. */
interface Sent {
  readonly share: Share;
  readonly owner: bigint;
  readonly time: number;
}

/**
 * Shares out the messages that a process sends at once, so that webhooks need not wait for a receiver that hangs, nor owners
 * for those of others.
 */
export class Shares {
  readonly #shares = new Map<bigint, Share>();
  readonly #sending = new Set<Sent>();

  /** Sends a message of a webhook if it is its turn, and throws `Postponed` if not. */
  async take<T>({ id, create_user_id: owner }: Sender, send: () => Promise<T>): Promise<T> {
    const share = this.#shares.get(id) ?? { most: FIRST, pace: 'unknown' };
    this.#shares.set(id, share);
    const full = this.#inTheWay(share, owner);
    if (full) throw new Postponed(nextTurn(full));
    const sent: Sent = { share, owner, time: Date.now() };
    this.#sending.add(sent);
    try {
      return await send();
    } finally {
      this.#sending.delete(sent);
      Object.assign(share, shareAfter(share, Date.now() - sent.time));
    }
  }

  /** The messages that another one has to wait for; undefined if it may be sent. */
  #inTheWay(share: Share, owner: bigint): readonly Sent[] | undefined {
    const all = [...this.#sending];
    const hanging = all.filter((one) => one.share.pace === 'quick' && hangs(one)).slice(0, HANGING);
    const sending = all.filter((one) => !hanging.includes(one));
    const ofOwner = (one: Sent) => one.owner === owner;
    const limits: [some: readonly Sent[], most: number][] = [
      [all.filter((one) => one.share === share), share.most],
      [sending, PLACES],
      [sending.filter(ofOwner), MOST_OF_OWNER],
    ];
    if (share.pace !== 'quick') {
      const unproven = sending.filter((one) => paceOf(one) !== 'quick');
      limits.push([unproven, UNPROVEN.inAll], [unproven.filter(ofOwner), UNPROVEN.ofOwner]);
    }
    if (share.pace === 'slow') {
      const slow = sending.filter((one) => paceOf(one) === 'slow');
      limits.push([slow, SLOW.inAll], [slow.filter(ofOwner), SLOW.ofOwner]);
    }
    return limits.find(([some, most]) => some.length >= most)?.[0];
  }
}

function hangs({ time }: Sent): boolean {
  return Date.now() - time > QUICK_MS;
}

/** The pace of a receiver; slow if it does not answer a message that is being sent. */
function paceOf(sent: Sent): Pace {
  return hangs(sent) ? 'slow' : sent.share.pace;
}

function shareAfter({ most }: Share, tookMs: number): Share {
  if (tookMs > SLOW_MS) return { most: 1, pace: 'slow' };
  if (tookMs > QUICK_MS) return { most: FIRST, pace: 'unknown' };
  return { most: Math.min(MOST_OF_OWNER, 2 * most), pace: 'quick' };
}

function nextTurn(sending: readonly Sent[]): number {
  const now = Date.now();
  const waited = now - Math.min(...sending.map(({ time }) => time));
  const pause = Math.min(Math.max(waited, LEAST_PAUSE_MS), MOST_PAUSE_MS);
  return now + Math.round(pause * (1 + Math.random()));
}
