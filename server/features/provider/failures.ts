import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** How the routes of this feature may refuse, beside the failures of the core. */
export const failures = failuresWith(message, {
  appRequestGone: {
    status: 404,
    code: 10330,
    advice: 'begin again at the app, in the same browser; a request of an app is kept for half an hour',
  },
  deviceCodeUnknown: {
    status: 404,
    code: 10331,
    advice: 'type the code again as the device shows it; it is good for ten minutes and for one answer',
  },
});
