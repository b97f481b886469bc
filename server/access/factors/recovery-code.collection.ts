import { text } from '../../definitions/fields/text.ts';
import { defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A recovery code that was not used yet, as a hash. */
export const recoveryCode = defineCollection({
  name: 'quire_recovery_code',
  label: message('recoveryCodeLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { required: true, onDelete: 'delete' }),
    hash: text({ max: 43, required: true, unique: true, secret: true }),
  },
});
