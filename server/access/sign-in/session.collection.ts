import { boolean } from '../../definitions/fields/boolean.ts';
import { integer } from '../../definitions/fields/integer.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, longText, reference } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

const collection = defineCollection({
  name: 'quire_session',
  label: message('sessionLabel'),
  audit: 'full',
  fields: {
    user_id: reference('quire_user', { required: true }),
    /** Random, and part of every token, so that a token of another database never fits a session with the same id. */
    nonce: text({ max: 22, default: '', secret: true }),
    /** How often the refresh token was replaced; only the newest is valid. */
    generation: integer({ default: 0 }),
    /** Whether a refresh replaces the refresh token. Fixed when the session begins, so that a thief cannot choose. */
    rotates: boolean({ default: true }),
    /** Whether the refresh token is in a browser's cookie. Then it is never sent where a script could read it. */
    in_cookie: boolean({ default: false }),
    refreshed_time: dateTime({ required: true, indexed: true }),
    expire_time: dateTime({ required: true }),
    /** How the user proved who they are, such as `password totp`, and when they last did so; null if not freshly. */
    proved_by: text({ max: 60, default: '' }),
    proved_time: dateTime(),
    address: text({ max: 60, default: '' }),
    agent: text({ max: 200, default: '', multiline: true }),
    /** The linked identity by which it began; null after a sign-in with a password. */
    identity_id: reference('quire_identity', { onDelete: 'detach' }),
    /** A hash of the session at the provider, by which the provider ends this one. */
    provider_session: text({ max: 43, indexed: true, secret: true }),
    /** The provider's token, which it expects back when the user signs out there. */
    id_token: longText({ secret: true }),
  },
});

/** One sign-in and its tokens. Deleting it ends them all. It has no history. */
export const session = { ...collection, keepsHistory: false };
