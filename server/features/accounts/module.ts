import { isMailSetUp } from '../../mail/transport.ts';
import { defineModule } from '../../module/define-module.ts';
import { accountWays } from './account-ways.ts';
import { addressRoutes } from './address-routes.ts';
import { approvalRoutes } from './approval-routes.ts';
import { breakGlassKind } from './break-glass-mail.ts';
import { breakGlassNotices } from './break-glass-recipients.ts';
import { breakGlassRoutes } from './break-glass-routes.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { accountMailKind } from './mail-job.ts';
import { resetRoutes } from './reset-routes.ts';
import { signInMailKind } from './sign-in-mail.ts';
import { signUpRoutes } from './sign-up-routes.ts';

/** Signing up, invitations, lost passwords and break-glass, and the mails about accounts. */
export const accounts = defineModule({
  name: 'accounts',
  notices: (reads, settings) => breakGlassNotices(reads, settings.breakGlassMinutes, isMailSetUp(settings)),
  open(host) {
    const { settings, records, mail, app } = host;
    const ways = accountWays(host);
    const mailing = { records, ...mail };
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
    };
  },
});
