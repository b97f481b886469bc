import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A device on which a user need not give the second factor again, by the hash of its token. */
export const trustedDevice = defineCollection({
  name: 'quire_trusted_device',
  label: message('trustedDeviceLabel'),
  audit: 'creation',
  fields: {
    user_id: reference('quire_user', { required: true, onDelete: 'delete' }),
    token_hash: text({ max: 43, required: true, unique: true, secret: true }),
    agent: text({ max: 200, default: '', multiline: true }),
    network: text({ max: 60, default: '' }),
    used_time: dateTime({ required: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
});
