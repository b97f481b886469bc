import type { Door } from '../../access/door.ts';
import type { FindNotifications, Notification } from '../../module/notification.ts';
import { DAY_MS } from '../../shared/durations.ts';
import type { NotificationState } from './state.collection.ts';
import { readKeysOf } from './states.ts';

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
