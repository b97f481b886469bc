import type { Reads, Writes } from '../../records/index.ts';
import { type NotificationState, notificationState } from './state.collection.ts';

/** Keys beyond these are forgotten, the oldest first: they count as unread again. */
const MOST_KEYS = 200;

export function findState(reads: Reads, userId: bigint): Promise<NotificationState | undefined> {
  return reads.first(notificationState, (select) => select.where('user_id', '=', userId));
}

/** The keys that a user has marked as read. */
export function readKeysOf(state: NotificationState | undefined): ReadonlySet<string> {
  const keys = state?.read_keys;
  return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
}

/** Changes what is kept of a user, and begins to keep something. */
export async function changeState(
  writes: Writes,
  userId: bigint,
  change: (state: NotificationState | undefined) => Partial<Omit<NotificationState, 'id' | 'user_id'>>,
): Promise<void> {
  const state = await findState(writes, userId);
  if (state) await writes.update(notificationState, state.id, change(state));
  else await writes.create(notificationState, { user_id: userId, ...change(undefined) });
}

/** Marks single notifications as read, beside those that were. */
export function withKeys(state: NotificationState | undefined, keys: readonly string[]) {
  return { read_keys: [...readKeysOf(state).union(new Set(keys))].slice(-MOST_KEYS) };
}

/** Marks all up to a time as read, beside single ones. */
export function seenUntil(state: NotificationState | undefined, time: number) {
  return { seen_time: Math.max(time, state?.seen_time ?? 0) };
}
