import { AppError } from '../../errors.ts';
import type { Reads } from '../../records/rows/reads.ts';
import type { Writes } from '../../records/write/writes.ts';
import { throttle } from './throttle.record.ts';

/** Failures are counted in windows; when one ends, its failures are forgotten. */
const WINDOW_MS = 300_000;

/** How many failures a window allows. Few passwords are checked at a time, so only as many more may slip in before the count is seen. */
const LIMITS = { sender: 7, account: 50, password: 7, address: 90 } as const;

/** Something whose failures count. */
export interface Throttled {
  readonly kind: keyof typeof LIMITS;
  readonly key: string;
  /** The name of the account whose successful sign-in ends the count. */
  readonly account?: string;
}

/**
 * What a sign-in's failure counts against. A network that the account has signed in from is counted alone, so that failures
 * from elsewhere cannot keep its owner out; all others share a count, so that many networks together cannot guess on.
 */
export function throttledSignIn(account: string, network: string, isKnown: boolean): Throttled[] {
  const shared: Throttled[] = isKnown ? [] : [{ kind: 'account', key: account, account }];
  return [
    { kind: 'sender', key: `${account} ${network}`, account },
    ...shared,
    { kind: 'address', key: network },
  ];
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
  const { now } = writes.context;
  for (const one of throttled) {
    const { account = '' } = one;
    const key = nameOf(one);
    const row = await writes.first(throttle, (select) => select.where('key', '=', key));
    if (!row) await writes.create(throttle, { key, account, failures: 1, window_end: now + WINDOW_MS });
    else if (row.window_end <= now)
      await writes.update(throttle, row.id, { failures: 1, window_end: now + WINDOW_MS });
    else await writes.update(throttle, row.id, { failures: row.failures + 1 });
  }
  const ended = await writes.where(throttle, (select) => select.where('window_end', '<=', now).limit(20));
  for (const row of ended) await writes.remove(throttle, row.id);
}

/** A success clears the account. The address keeps its count: an attacker may own one account. */
export async function forgetFailures(writes: Writes, account: string): Promise<number> {
  const rows = await writes.where(throttle, (select) => select.where('account', '=', account));
  for (const { id } of rows) await writes.remove(throttle, id);
  return rows.length;
}
