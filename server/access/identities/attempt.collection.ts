import { choice } from '../../definitions/fields/choice.ts';
import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection, longText } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** The aims of a visit to a provider. */
export const AIMS = ['sign_in', 'link'] as const;
export type Aim = (typeof AIMS)[number];

/** A user's return from a provider. Kept until the visit would have expired, so that none counts twice. */
export const attempt = defineCollection({
  name: 'quire_sign_in_attempt',
  label: message('attemptLabel'),
  audit: 'none',
  fields: {
    /** A hash of the state that went to the provider and back. */
    state: text({ max: 43, required: true, unique: true, secret: true }),
    aim: choice(AIMS, { required: true }),
    /** A hash of the code for which the result is handed out; null before and after. */
    code: text({ max: 43, unique: true, secret: true }),
    /** A hash of what only the client that began knows. */
    challenge: text({ max: 43, required: true, secret: true }),
    /** The provider's answer, as JSON; null before and after. */
    told: longText({ secret: true }),
    /** Hashes by which a logout of the provider finds it. */
    identity: text({ max: 43, indexed: true, secret: true }),
    provider_session: text({ max: 43, indexed: true, secret: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  conflicts: { state: 'attemptInvalid' },
});
