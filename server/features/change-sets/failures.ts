import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** What clients of this feature can meet, beside the core's failures. */
export const failures = failuresWith(message, {
  changeSetState: {
    status: 409,
    code: 10310,
    advice: 'Read the change set again, then do what its state allows.',
  },
  changeSetRightsLost: {
    status: 409,
    code: 10311,
    advice: 'Let somebody who may make these changes propose or approve them.',
  },
});
