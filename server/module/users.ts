import { makePermissionWords } from '../access/accounts/permission-words.ts';
import {
  makeCaptchas,
  othersSessionRoutes,
  pageSessionRoutes,
  passkeySessionRoutes,
  peopleRoutes,
  registrationRoutes,
  selfRoutes,
  sessionRoutes,
  triedCaptcha,
} from '../http/index.ts';
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
