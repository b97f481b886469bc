import { defineRecord } from '../../definitions/define-record.ts';
import { reference } from '../../definitions/fields/reference.ts';
import { message } from '../../messages/message.ts';

/** A user is in a group. */
export const membership = defineRecord({
  name: 'quire_membership',
  label: message('membershipLabel'),
  audit: 'full',
  fields: {
    user_id: reference('quire_user', { required: true }),
    group_id: reference('quire_group', { required: true }),
  },
  unique: [['user_id', 'group_id']],
});
