import type { Door } from '../../access/door.ts';
import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, json } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import type { FindNotifications, Notification } from '../../module/notification.ts';
import type { Reads, Writes } from '../../records/index.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { message } from './messages/message.ts';

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

/** What a user has read of their notifications, and whether these come by mail. What concerns a user is not stored. */
export const notificationState = defineCollection({
  name: 'quire_notification_state',
  label: message('notificationStateLabel'),
  audit: 'none',
  fields: {
    user_id: bigint({ required: true, unique: true }),
    /** Up to this time, all are read. */
    seen_time: dateTime(),
    /** Keys of later ones that are read. */
    read_keys: json({ max: 20_000, depth: 2 }),
    by_mail: boolean({ default: false, indexed: true }),
    /** Up to this time, all were sent. */
    mailed_time: dateTime(),
    /** The language in which the user asked for mails. */
    language: text({ max: 20 }),
  },
});

export type NotificationState = RecordOf<typeof notificationState>;

const SHOWN_MS = 30 * DAY_MS;
const MOST_OF_A_KIND = 50;
const MOST_SHOWN = 100;

/** What concerns a user, the newest first, of the last days. Each finder asks what the user may know now. */
export async function notificationsFor(
  finders: readonly FindNotifications[],
  door: Door,
  since = 0,
): Promise<Notification[]> {
  const from = Math.max(since, Date.now() - SHOWN_MS);
  const found: Notification[] = [];
  for (const find of finders) found.push(...(await find({ door, since: from, most: MOST_OF_A_KIND })));
  return found.toSorted((one, other) => other.time - one.time).slice(0, MOST_SHOWN);
}

/** Whether a user has read a notification. */
export function isRead({ key, time }: Notification, state: NotificationState | undefined): boolean {
  return time <= (state?.seen_time ?? 0) || readKeysOf(state).has(key);
}
