import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

const collection = defineCollection({
  name: 'quire_membership',
  label: message('membershipLabel'),
  audit: 'full',
  fields: {
    user_id: reference('quire_user', { required: true }),
    group_id: reference('quire_group', { required: true }),
    /** When it ends; null for never. */
    until: dateTime({ indexed: true }),
    reason: text({ max: 255, default: '', multiline: true }),
    /** Whether its end is in the log. An expired membership gives nothing, logged or not. */
    end_logged: boolean({ default: false }),
  },
  unique: [['user_id', 'group_id']],
});

/** A user is in a group, for a time or for good. */
export const membership = {
  ...collection,
  feed: { fields: ['until', 'end_logged'], kept: ['user_id', 'group_id'] },
};
