import { dateTime, defineCollection, json, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** Somebody else could act as a user until the owner had the account back, when this was made. */
export const takeover = defineCollection({
  name: 'quire_takeover',
  label: message('takeoverLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { required: true, indexed: true, onDelete: 'delete' }),
    /** Since when they could. */
    since: dateTime({ required: true }),
    /** How many records of each collection were ended, and how many rest until the owner decides on them. */
    ended: json({ required: true }),
    resting: json({ required: true }),
  },
});
