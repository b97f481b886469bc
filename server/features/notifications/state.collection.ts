import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, json } from '../../definitions/for-server.ts';
import type { RecordOf } from '../../definitions/types/record-types.ts';
import { message } from './messages/message.ts';

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
