import type { InOtherWords } from '../../../messages/languages.ts';
import type { zh } from './zh.ts';

/** In English. */
export const en: InOtherWords<typeof zh> = {
  notificationStateLabel: 'State of notifications',
  notificationsTag: 'Notifications',
  listNotifications:
    'What concerns the caller, the newest first, of the last 30 days: mentions and replies, change sets that wait for a decision, plans that failed, imports that ended',
  readNotifications: 'Mark notifications as read',
  changeNotifications: 'Choose whether notifications come by mail',
  notificationKey: 'The same each time for the same thing',
  notificationDetail: 'Words of others, such as the beginning of a comment',
  notificationPage: 'The page of the console',
  notificationUnread: 'How many are unread',
  notificationsByMail: 'Whether they come by mail, each at most once',
  notificationsCanMail:
    'Whether mail can be sent: the server can, and the caller has an address that is theirs',
  notificationsUntil: 'All up to this time',
  notificationsByMailOn: 'Notifications come by mail',
  notificationsByMailOff: 'Notifications no longer come by mail',
  keysHaveNoNotifications: 'it has no notifications',
  notificationMailSubject: ({ count }) =>
    count === 1 ? 'Something concerns you' : `${count} things concern you`,
  notificationMailText: ({ name, lines, link }) =>
    `Hello ${name},\n\n${lines}\n\nSign in to see more: ${link}\n\nThe list of notifications has a switch for these mails.`,
};
