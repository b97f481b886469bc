import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A logout token of a provider that was obeyed. It is kept until it would have expired, so that none counts twice. */
export const logoutToken = defineCollection({
  name: 'quire_logout_token',
  label: message('logoutTokenLabel'),
  audit: 'none',
  fields: {
    /** A hash of its issuer and id. */
    key: text({ max: 43, required: true, unique: true, secret: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  conflicts: { key: 'logoutTokenInvalid' },
});
