import { RetryTransaction, retryOnDuplicate } from '../../database/retrying.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { AppError } from '../../errors.ts';
import { message } from '../../messages/message.ts';
import { type Reads, removeWhere, type Writes } from '../../records/index.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations.ts';
import { hashOf } from '../../shared/secrets/hash-of.ts';
import { foldCase } from '../../shared/text/fold-case.ts';
import { asUserName } from '../../shared/text/profiles.ts';
import { throttle } from './throttle.collection.ts';

/**
 * How many failures a window allows, or mails caused by strangers. Concurrent password checks may exceed it by their number;
 * codes and mails cannot.
 */
const LIMITS = {
  sender: { most: 7, windowMs: 5 * MINUTE_MS },
  account: { most: 50, windowMs: 5 * MINUTE_MS },
  password: { most: 7, windowMs: 5 * MINUTE_MS },
  /** Three of 1,000,000 codes are right at a time, so a stranger with the password needs years. */
  code: { most: 10, windowMs: HOUR_MS },
  address: { most: 90, windowMs: 5 * MINUTE_MS },
  mailsTo: { most: 4, windowMs: HOUR_MS },
  mailsFrom: { most: 30, windowMs: HOUR_MS },
  /** Apart from `mailsTo`, which strangers can use up. */
  notices: { most: 4, windowMs: HOUR_MS },
  /** Authorizations that apps begin, and apps that register themselves. */
  appsFrom: { most: 60, windowMs: 5 * MINUTE_MS },
  registrationsFrom: { most: 20, windowMs: HOUR_MS },
  /** Mails about paused webhooks. */
  pauses: { most: 20, windowMs: HOUR_MS },
} as const;

/** The most characters of a user name, and so of `account` in the table. */
const LONGEST_NAME = 24;

type Counted = Pick<RecordOf<typeof throttle>, 'id' | 'failures' | 'window_end'>;

/** What failures are counted for: an account, a network, or an account in one network. */
export interface Throttled {
  readonly kind: keyof typeof LIMITS;
  readonly key: string;
  /** The account whose successful sign-in resets the count. */
  readonly account?: string;
}

/**
 * The counts of a failed sign-in. Each network that the account has signed in from has its own count, so failures from
 * elsewhere cannot lock the owner out. All other networks share one count, so more networks give no more guesses.
 */
export function throttledSignIn(account: string, network: string, isKnown: boolean): Throttled[] {
  const shared: Throttled[] = isKnown ? [] : [{ kind: 'account', key: account, account }];
  return [
    { kind: 'sender', key: `${account} ${network}`, account },
    ...shared,
    { kind: 'address', key: network },
  ];
}

/**
 * The key under which failures of a typed name or address are counted. It depends only on the typed text, so counts do not
 * reveal which addresses belong to users. Spellings of one name or address share a count.
 */
export function accountKey(typed: string): string {
  const spelt = foldCase(asUserName(typed));
  return [...spelt].length <= LONGEST_NAME ? spelt : hashOf(spelt).slice(0, LONGEST_NAME);
}

/** Its key in the table. */
export const nameOf = ({ kind, key }: Throttled): string => `${kind}:${key}`;

/** Throws if one of these has failed too often; the error says when to try again. */
export async function refuseThrottled(
  reads: Reads,
  throttled: readonly Throttled[],
  now: number,
): Promise<void> {
  for (const one of throttled) {
    const record = await reads.first(throttle, (select) => select.where('key', '=', nameOf(one)));
    if (record) refuseFull(one, record, now);
  }
}

/** Resets these counts. */
export async function forgetCounts(writes: Writes, throttled: readonly Throttled[]): Promise<void> {
  await removeWhere(writes, throttle, (select) => select.where('key', 'in', throttled.map(nameOf)));
}

/** Counts one of each, exactly. Throws, and so counts none, if the window of one of them is full. */
export async function countOrRefuse(writes: Writes, throttled: readonly Throttled[]): Promise<void> {
  for (const one of throttled) {
    const found = await writes.first(throttle, (select) => select.where('key', '=', nameOf(one)));
    const record = found && (await writes.find(throttle, found.id)); // locked from here on
    if (found && !record) throw new RetryTransaction();
    if (record) refuseFull(one, record, writes.context.now);
    await countOne(writes, one, record);
  }
  await forgetEnded(writes);
}

/** Counts one. Returns false, and counts none, if its window is full. */
export async function countUnlessFull(writes: Writes, throttled: Throttled): Promise<boolean> {
  try {
    await countOrRefuse(writes, [throttled]);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.key === 'tooManyRequests') return false;
    throw error;
  }
}

function refuseFull({ kind }: Throttled, { window_end, failures }: Counted, now: number): void {
  if (window_end <= now || failures < LIMITS[kind].most) return;
  throw new AppError('tooManyRequests', {
    reason: message('tooManyOf', { kind }),
    headers: { 'retry-after': String(Math.ceil((window_end - now) / 1000)) },
  });
}

/** Counts one failure of each, and deletes windows that have ended. */
export async function countFailure(writes: Writes, throttled: readonly Throttled[]): Promise<void> {
  for (const one of throttled) {
    const record = await writes.first(throttle, (select) => select.where('key', '=', nameOf(one)));
    await countOne(writes, one, record);
  }
  await forgetEnded(writes);
}

async function countOne(writes: Writes, one: Throttled, record: Counted | undefined): Promise<void> {
  const { now } = writes.context;
  const begun = { failures: 1, window_end: now + LIMITS[one.kind].windowMs };
  if (!record)
    await writes
      .create(throttle, { key: nameOf(one), account: one.account ?? '', ...begun })
      .catch(retryOnDuplicate);
  else if (record.window_end <= now) await writes.update(throttle, record.id, begun);
  else await writes.update(throttle, record.id, { failures: record.failures + 1 });
}

async function forgetEnded(writes: Writes): Promise<void> {
  const { now } = writes.context;
  await removeWhere(writes, throttle, (select) => select.where('window_end', '<=', now).limit(20));
}

/**
 * A success resets the counts of the account, by name and by address. The network keeps its own, because an attacker may own
 * an account.
 */
export function forgetFailures(writes: Writes, ...typed: (string | null)[]): Promise<number> {
  const accounts = typed.flatMap((one) => (one === null ? [] : accountKey(one)));
  return removeWhere(writes, throttle, (select) => select.where('account', 'in', accounts));
}
