import { boolean, choice, integer, optional } from '../../definitions/project/setting-kinds.ts';
import { isMailSetUp } from '../../mail/transport.ts';
import { defineModule } from '../../module/define-module.ts';
import { accountWays } from './account-ways.ts';
import { addressRoutes } from './address-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { breakGlassKind } from './break-glass-mail.ts';
import { breakGlassNotices } from './break-glass-recipients.ts';
import { breakGlassRoutes } from './break-glass-routes.ts';
import { failures } from './failures.ts';
import { findTakeoverNotifications } from './find-notifications.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { accountMailKind } from './mail-job.ts';
import { resetRoutes } from './reset-routes.ts';
import { signInMailKind } from './sign-in-mail.ts';
import { signUpRoutes } from './sign-up-routes.ts';

/** Signing up, invitations, lost passwords and break-glass, and the mails about accounts. */
export const accounts = defineModule({
  name: 'accounts',
  failures,
  settings: {
    SIGN_UP: choice(['off', 'open', 'approval'], {
      initial: 'off',
      meaning:
        'Whether people may sign up for an account: at once, or with the approval of an administrator. Needs mail.',
    }),
    SIGN_UP_GROUP: optional({
      meaning: 'Name of the group that users join who sign up. By default the guests.',
      allowed: 'the name of a group, not that of the super administrators',
    }),
    SIGN_IN_MAIL: boolean({
      initial: true,
      meaning:
        'Whether a mail tells users of a sign-in from a network that their account has not been used from within 90 days. Where mail is set up.',
    }),
    BREAK_GLASS_MINUTES: integer({
      initial: 0,
      min: 0,
      max: 240,
      meaning:
        'Minutes for which holders of the permission `break_glass.use` may become super administrators; 0 for never.',
    }),
  },
  groupsIn: ({ signUpGroup }) =>
    signUpGroup === undefined ? [] : [{ setting: 'SIGN_UP_GROUP', name: signUpGroup }],
  notices: (reads, settings) => breakGlassNotices(reads, settings.breakGlassMinutes, isMailSetUp(settings)),
  open(host) {
    const { settings, store, mail, app } = host;
    const ways = accountWays(host);
    const mailing = { store, ...mail };
    return {
      routes: [
        ...breakGlassRoutes(settings.breakGlassMinutes, mail.isOn),
        ...signUpRoutes(ways),
        ...resetRoutes(ways),
        ...addressRoutes(ways),
        ...invitationRoutes(ways),
        ...approvalRoutes,
      ],
      jobs: [
        accountMailKind(mailing),
        signInMailKind({ ...mailing, isOn: settings.signInMail && mail.isOn }),
        breakGlassKind(mailing, (line) => app.log.warn(line)),
      ],
      notifications: findTakeoverNotifications,
    };
  },
});
