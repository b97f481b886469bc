import { defineRecord } from '../../definitions/define-record.ts';
import { reference } from '../../definitions/fields/reference.ts';
import { message } from '../../messages/message.ts';

/** A group holds a permission. */
export const grant = defineRecord({
  name: 'quire_grant',
  label: message('grantLabel'),
  audit: 'full',
  fields: {
    group_id: reference('quire_group', { required: true }),
    permission_id: reference('quire_permission', { required: true }),
  },
  unique: [['group_id', 'permission_id']],
  conflicts: { 'group_id,permission_id': 'permissionHeld' },
});
