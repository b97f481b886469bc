import { text } from '../../definitions/fields/text.ts';
import { dateTime, defineCollection } from '../../definitions/for-server.ts';
import { message } from '../../messages/message.ts';

/** A challenge that a passkey has answered, rightly or wrongly, and cannot answer again. Kept until it would have expired. */
export const usedChallenge = defineCollection({
  name: 'quire_used_challenge',
  label: message('usedChallengeLabel'),
  audit: 'none',
  fields: {
    nonce: text({ max: 22, required: true, unique: true }),
    expire_time: dateTime({ required: true, indexed: true }),
  },
  conflicts: { nonce: 'secondFactorWrong' },
});
