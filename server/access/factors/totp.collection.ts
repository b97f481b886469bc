import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The authenticator app of a user. It is a factor once its first code has confirmed it. */
export const totp = defineCollection({
  name: 'quire_totp',
  label: message('totpLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { required: true, unique: true, onDelete: 'delete' }),
    /** The shared secret, encrypted. */
    secret: text({ max: 200, required: true, secret: true }),
    confirmed_time: dateTime(),
    /** The last time step whose code was used; only later ones count. */
    last_step: bigint({ default: 0n }),
    used_time: dateTime(),
  },
});
