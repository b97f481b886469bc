import { failuresWith } from '../../errors.ts';
import { message } from './messages/message.ts';

/** How a request may fail because of an isolated plug-in. */
export const failures = failuresWith(message, {
  pluginFailed: {
    status: 503,
    code: 10340,
    advice:
      'try again later; an administrator finds the reason in the console, and can pause the plug-in, which lets the write pass without it',
  },
  partFailed: {
    status: 503,
    code: 10342,
    advice: 'try again later; an administrator finds the reason in the log of the server',
  },
  pluginNotGranted: {
    status: 409,
    code: 10341,
    advice: 'grant the plug-in first',
  },
});
