import { AppError } from '../errors.ts';
import type { Reads } from '../records/reads.ts';
import type { Writes } from '../records/writes.ts';
import { throttle } from './throttle.record.ts';

/** Failures are counted in windows; when one ends, its failures are forgotten. */
const WINDOW_MS = 300_000;

/** How many failures a window allows. Few passwords are checked at a time, so only as many more may slip in before the count is seen. */
const LIMITS = { account: 7, password: 7, address: 90 } as const;

/** Something whose failures count: an account's name, a user who changes a password, or an address. */
export interface Throttled {
  readonly kind: keyof typeof LIMITS;
  readonly key: string;
}

/** As it is called in the table. */
export const nameOf = ({ kind, key }: Throttled): string => `${kind}:${key}`;

/** Throws where one of these has failed too often, and says when it may be tried again. */
export async function refuseThrottled(
  reads: Reads,
  throttled: readonly Throttled[],
  now: number,
): Promise<void> {
  for (const one of throttled) {
    const row = await reads.first(throttle, (select) => select.where('key', '=', nameOf(one)));
    if (!row || row.window_end <= now || row.failures < LIMITS[one.kind]) continue;
    const seconds = Math.ceil((row.window_end - now) / 1000);
    throw new AppError('tooManyRequests', {
      reason: `too many failures of ${one.kind}`,
      headers: { 'retry-after': String(seconds) },
    });
  }
}

/** Counts one failure of each, and forgets windows that have ended. */
export async function countFailure(writes: Writes, throttled: readonly Throttled[]): Promise<void> {
  const { now } = writes.act;
  for (const key of throttled.map(nameOf)) {
    const row = await writes.first(throttle, (select) => select.where('key', '=', key));
    if (!row) await writes.create(throttle, { key, failures: 1, window_end: now + WINDOW_MS });
    else if (row.window_end <= now)
      await writes.update(throttle, row.id, { failures: 1, window_end: now + WINDOW_MS });
    else await writes.update(throttle, row.id, { failures: row.failures + 1 });
  }
  const ended = await writes.where(throttle, (select) => select.where('window_end', '<=', now).limit(20));
  for (const row of ended) await writes.remove(throttle, row.id);
}

/** A success clears the account. The address keeps its count: whoever guesses may have one account of their own. */
export async function forgetFailures(writes: Writes, username: string): Promise<void> {
  const key = nameOf({ kind: 'account', key: username });
  const row = await writes.first(throttle, (select) => select.where('key', '=', key));
  if (row) await writes.remove(throttle, row.id);
}
