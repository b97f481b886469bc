import { call } from './call.ts';
import type { AnswerOf, ItemOf } from './route-types.ts';

export type Notifications = AnswerOf<'GET /cms/notification'>;
export type Notification = ItemOf<'GET /cms/notification'>;

/** What concerns the user, the newest first. */
export function readNotifications(): Promise<Notifications> {
  return call('GET /cms/notification');
}

/** Marks some as read, or all up to a time. */
export async function markRead(
  what: { readonly keys: readonly string[] } | { readonly until: number },
): Promise<void> {
  await call('POST /cms/notification/read', { body: what });
}

export async function setByMail(by_mail: boolean): Promise<void> {
  await call('PUT /cms/notification/mail', { body: { by_mail } });
}
