import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** What clients of this feature can meet, beside the core's failures. */
export const failures = failuresWith(message, {
  providerUnavailable: { status: 503, code: 10290, advice: 'Try again later, or sign in another way.' },
  providerRefused: { status: 403, code: 10291, advice: 'Begin the sign-in again.' },
  identityUnknown: {
    status: 403,
    code: 10293,
    advice: 'Sign in another way and link the identity, or ask an administrator.',
  },
});
