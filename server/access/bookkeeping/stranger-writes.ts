import { FairQueue } from '../../database/fair-queue.ts';
import { retryOnDuplicate } from '../../database/retrying.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { removeWhere, type Writes } from '../../records/index.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { stranger } from './stranger.collection.ts';

/** A window begins with its first write. */
const WINDOW_MS = DAY_MS;
/** How many writes run at a time: those of one network wait for each other's count, and would hold a connection each. */
const AT_ONCE = 4;
/** How many may run or wait. */
const PRESENT = { each: 200, inAll: 800 };

/** What a network may write without a sign-in. */
export interface StrangerShare {
  /** Runs a write in the network's turn. */
  run<T>(write: () => Promise<T>): Promise<T>;
  /**
   * Counts a write in that write's transaction, so that only committed writes count. Throws if the window's writes are used up.
   */
  count(writes: Writes): Promise<void>;
}

/** Divides among networks what strangers may write: each has `most` writes per window. */
export function makeStrangerShares(most: number): (network: string) => StrangerShare {
  const queue = new FairQueue(AT_ONCE, PRESENT);
  return (network) => ({
    run: (write) => queue.run({ caller: network }, write),
    count: (writes) => countWrite(writes, network, most),
  });
}

async function countWrite(writes: Writes, network: string, most: number): Promise<void> {
  const { now } = writes.context;
  const window = { writes: 1, window_end: now + WINDOW_MS };
  const record = await writes.first(stranger, (select) => select.where('network', '=', network));
  if (record && record.window_end > now) {
    const left = Math.min(record.window_end - now, WINDOW_MS); // a request that came later may have begun the window
    if (record.writes >= most) throw tooManyWrites(most, left);
    await writes.update(stranger, record.id, { writes: record.writes + 1 });
  } else if (record) await writes.update(stranger, record.id, window);
  else await writes.create(stranger, { network, ...window }).catch(retryOnDuplicate);
  if (!record) await forgetEnded(writes, now);
}

function tooManyWrites(most: number, left: number): AppError {
  return new AppError('tooManyRequests', {
    detail: message('strangerWrites', { most }),
    reason: message('tooManyNetworkWrites'),
    headers: { 'retry-after': String(Math.ceil(left / 1000)) },
  });
}

/** Forgets networks whose window has ended. */
async function forgetEnded(writes: Writes, now: number): Promise<void> {
  await removeWhere(writes, stranger, (select) => select.where('window_end', '<=', now).limit(20));
}
