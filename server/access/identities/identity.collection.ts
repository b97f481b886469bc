import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, json, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A person at an OpenID Connect provider, linked with the user that they are here. */
export const identity = defineCollection({
  name: 'quire_identity',
  label: message('identityLabel'),
  audit: 'creation',
  fields: {
    /** A hash of issuer and subject, which name a person for ever. Addresses and names do not. */
    key: text({ max: 43, required: true, unique: true, secret: true }),
    user_id: reference('quire_user', { required: true, onDelete: 'delete' }),
    issuer: text({ max: 255, required: true, multiline: true }),
    subject: text({ max: 255, required: true, secret: true, multiline: true }),
    /** The name that the provider last gave, shown in the user's list. */
    name: text({ max: 100, default: '' }),
    /** The groups that the user is in because of the provider. It takes back these and no others. */
    group_ids: json(),
    used_time: dateTime({ required: true }),
  },
  conflicts: { key: 'identityTaken' },
});
