import { boolean } from '../../definitions/fields/boolean.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

const collection = defineCollection({
  name: 'quire_grant',
  label: message('grantLabel'),
  audit: 'full',
  fields: {
    group_id: reference('quire_group', { required: true }),
    permission_id: reference('quire_permission', { required: true }),
    /** When it ends; null for never. */
    until: dateTime({ indexed: true }),
    reason: text({ max: 255, default: '', multiline: true }),
    /** Whether its end is in the log. An expired grant gives nothing, logged or not. */
    end_logged: boolean({ default: false }),
  },
  unique: [['group_id', 'permission_id']],
  conflicts: { 'group_id,permission_id': 'permissionHeld' },
});

/** A group holds a permission, for a time or for good. */
export const grant = {
  ...collection,
  feed: { fields: ['until', 'end_logged'], kept: ['group_id', 'permission_id'] },
};
