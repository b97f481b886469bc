// Accounts are the core's own, and so are the routes that manage them. They are modules because the list of modules gives their
// routes a place on the API page.
import { accountWays } from '../features/accounts/account-ways.ts';
import { addressRoutes } from '../features/accounts/address-routes.ts';
import { approvalRoutes } from '../features/accounts/approval-routes.ts';
import { breakGlassKind } from '../features/accounts/break-glass-mail.ts';
import { breakGlassRoutes } from '../features/accounts/break-glass-routes.ts';
import { invitationRoutes } from '../features/accounts/invitation-routes.ts';
import { accountMailKind } from '../features/accounts/mail-job.ts';
import { resetRoutes } from '../features/accounts/reset-routes.ts';
import { signInMailKind } from '../features/accounts/sign-in-mail.ts';
import { signUpRoutes } from '../features/accounts/sign-up-routes.ts';
import { accessRequest } from '../features/admin/access-request.record.ts';
import { erasureRoute } from '../features/admin/erasure-route.ts';
import { grantRoutes } from '../features/admin/grant-routes.ts';
import { groupRoutes } from '../features/admin/group-routes.ts';
import { membershipRoutes } from '../features/admin/membership-routes.ts';
import { requestRoutes } from '../features/admin/request-routes.ts';
import { adminUserRoutes } from '../features/admin/user-routes.ts';
import { definitionRoutes } from '../features/descriptions/definition-routes.ts';
import { triedCaptcha } from '../features/users/captcha.record.ts';
import { makeCaptchas } from '../features/users/captchas.ts';
import { othersSessionRoutes } from '../features/users/others-session-routes.ts';
import { pageSessionRoutes } from '../features/users/page-session-routes.ts';
import { passkeySessionRoutes } from '../features/users/passkey-session-routes.ts';
import { peopleRoutes } from '../features/users/people-routes.ts';
import { registrationRoutes } from '../features/users/registration-routes.ts';
import { selfRoutes } from '../features/users/self-routes.ts';
import { sessionRoutes } from '../features/users/session-routes.ts';
import { defineModule } from '../module/define-module.ts';

/** Users, their sessions, and what administrators do with both. */
export const users = defineModule({
  name: 'users',
  records: [accessRequest, triedCaptcha],
  open(host) {
    const { settings, records, toUrl, mail } = host;
    const captchas = settings.loginCaptcha ? makeCaptchas(settings.secrets) : undefined;
    const parts = { ...host, captchas };
    return {
      routes: [
        ...sessionRoutes(parts),
        ...passkeySessionRoutes(parts),
        ...(settings.consoleDir === undefined ? [] : pageSessionRoutes(parts)),
        ...selfRoutes(parts, toUrl),
        ...registrationRoutes,
        ...adminUserRoutes(parts, toUrl),
        ...peopleRoutes(records, toUrl),
        ...membershipRoutes,
        ...requestRoutes,
        ...breakGlassRoutes(settings.breakGlassMinutes, mail.isOn),
        erasureRoute(records),
        ...othersSessionRoutes,
      ],
    };
  },
});

/** Signing up, invitations and lost passwords, and the mails about accounts. */
export const signUps = defineModule({
  name: 'accounts',
  open(host) {
    const { settings, records, mail, app } = host;
    const ways = accountWays(host);
    const mailing = { records, ...mail };
    return {
      routes: [
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

/** Groups and their permissions, and the definitions of records. */
export const groups = defineModule({
  name: 'groups',
  open: ({ settings, records, permissions }) => ({
    routes: [
      ...groupRoutes(permissions),
      ...grantRoutes(permissions),
      ...definitionRoutes(records.catalogue, settings.uploadRules),
    ],
  }),
});
