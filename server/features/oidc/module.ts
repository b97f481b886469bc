import { defineModule } from '../../module/define-module.ts';
import { failures } from './failures.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { oidcSettings, providerSettings } from './oidc-settings.ts';
import { makeOidcParts } from './parts.ts';

/** Signing in through OpenID Connect providers. */
export const oidc = defineModule({
  name: 'oidc',
  failures,
  settings: oidcSettings,
  furtherSettings: providerSettings,
  groupsIn: ({ oidcProviders }) =>
    oidcProviders.flatMap(({ name, groups }) =>
      groups.map(([, joined]) => ({ setting: `OIDC_${name.toUpperCase()}_GROUPS`, name: joined })),
    ),
  providersIn: ({ oidcProviders }) => oidcProviders.map(({ name, label }) => ({ name, label })),
  keyReach: 'changesOfAccounts',
  open({ settings, toUrl, sessions, cookies, factors }) {
    const { oidcProviders, oidcReturnUrls, consoleDir, secrets } = settings;
    const places = { urls: oidcReturnUrls, hasConsole: consoleDir !== undefined, toUrl };
    const signIn = { factors };
    const parts = makeOidcParts({ settings: oidcProviders, secrets, sessions, cookies, places, signIn });
    return { routes: oidcRoutes(parts) };
  },
});
