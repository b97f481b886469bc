import { text } from '../../definitions/fields/text.ts';
import { bigint, dateTime, defineCollection, longText } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** What sends a request in an app's name, among the kinds of `model`. */
export const ACCESS_TOKEN = 'AccessToken';

/** A code, a token or a pending consent of an app. It is found by its hash; its text is stored nowhere. */
export const appToken = defineCollection({
  name: 'quire_app_token',
  label: message('appTokenLabel'),
  audit: 'none',
  fields: {
    model: text({ max: 40, required: true }),
    hash: text({ max: 64, required: true, secret: true }),
    /** Leading bits of the hash, by which the record is found. */
    fingerprint: bigint({ required: true, unique: true, secret: true }),
    /** The grant that it belongs to; null before a person has agreed. */
    key_id: bigint(),
    /** What it allows, where that may be less than the grant; null for all. */
    scope: longText(),
    /** A hash of the code that a person types for a device. */
    user_code: text({ max: 43, unique: true, secret: true }),
    /** What the protocol keeps with it, as JSON. */
    payload: longText({ required: true, secret: true }),
    used_time: dateTime(),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  indexes: [['key_id']],
});
