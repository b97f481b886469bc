import { makePermissionWords } from '../access/accounts/permission-words.ts';
import { triedCaptcha } from '../http/users/captcha.collection.ts';
import { makeCaptchas } from '../http/users/captchas.ts';
import { othersSessionRoutes } from '../http/users/others-session-routes.ts';
import { pageSessionRoutes } from '../http/users/page-session-routes.ts';
import { passkeySessionRoutes } from '../http/users/passkey-session-routes.ts';
import { peopleRoutes } from '../http/users/people-routes.ts';
import { registrationRoutes } from '../http/users/registration-routes.ts';
import { selfRoutes } from '../http/users/self-routes.ts';
import { sessionRoutes } from '../http/users/session-routes.ts';
import { defineModule } from './define-module.ts';

/** Users and their sessions. They are the core's; as a module, their routes get a place on the API page. */
export const users = defineModule({
  name: 'users',
  collections: [triedCaptcha],
  open(host) {
    const { settings, store, toUrl } = host;
    const captchas = settings.loginCaptcha ? makeCaptchas(settings.secrets) : undefined;
    const parts = { ...host, captchas };
    return {
      routes: [
        ...sessionRoutes(parts),
        ...passkeySessionRoutes(parts),
        ...(settings.consoleDir === undefined ? [] : pageSessionRoutes(parts)),
        ...selfRoutes(parts, toUrl, makePermissionWords(host.permissions, store.language)),
        ...registrationRoutes,
        ...peopleRoutes(store, toUrl),
        ...othersSessionRoutes,
      ],
    };
  },
});
