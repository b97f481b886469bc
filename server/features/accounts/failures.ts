import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** What clients of this feature can meet, beside the core's failures. */
export const failures = failuresWith(message, {
  breakGlassOff: { status: 403, code: 10283, advice: 'Ask the operator to set `BREAK_GLASS_MINUTES`.' },
  mailNotSetUp: {
    status: 409,
    code: 10271,
    advice: 'Ask the operator to set `MAIL_URL`; an administrator can help meanwhile.',
  },
  signUpClosed: { status: 403, code: 10272, advice: 'Ask an administrator for an invitation.' },
});
