import type { Door } from '../access/door.ts';
import type { Message } from '../messages/message.ts';

/** Something that concerns one user. It is found anew each time, so it tells nothing that they may no longer know. */
export interface Notification {
  /** Tells it from all others of the user. The same each time. */
  readonly key: string;
  readonly text: Message;
  /** Words of other people, such as the beginning of a comment; empty if there are none. Never sent by mail. */
  readonly detail: string;
  readonly time: number;
  /** The page of the console that shows more, such as `/change-sets/12`. */
  readonly page: string;
}

/** Whom to find what concerns them, and since when. */
export interface NotificationsAsked {
  /** Reaches what the user reaches now. */
  readonly door: Door;
  readonly since: number;
  /** The most of each kind; the newest are found. */
  readonly most: number;
}

/** Finds what concerns a user, as far as they may know it now. */
export type FindNotifications = (asked: NotificationsAsked) => Promise<readonly Notification[]>;
