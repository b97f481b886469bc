import { boolean } from '../../definitions/project/setting-kinds.ts';
import { CannotStart } from '../../errors.ts';
import { defineModule } from '../../module/define-module.ts';
import { lazy } from '../../shared/lazy.ts';
import { appRoutes, mayManageApps } from './app-routes.ts';
import { deviceRoutes } from './device-routes.ts';
import { failures } from './failures.ts';
import { lazyProvider } from './open-provider.ts';
import { ownAppRoutes } from './own-app-routes.ts';
import type { ProviderFeature } from './parts.ts';
import { protocolRoutes } from './protocol-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { resourceRoutes } from './resource-routes.ts';
import { Scopes } from './scopes.ts';
import { signingKey } from './signing-key.collection.ts';
import { appSweep } from './sweep-apps.ts';

/** Apps in which people sign in with their account here, by OAuth 2.1 and OpenID Connect. */
export const provider = defineModule({
  name: 'provider',
  failures,
  settings: {
    PROVIDER: boolean({
      initial: false,
      meaning:
        'Whether people sign in to other apps with their account here, and apps act for them, by OAuth 2.1 and OpenID Connect; needs PUBLIC_URL and an optional package.',
    }),
    PROVIDER_REGISTRATION: boolean({
      initial: false,
      meaning:
        'Whether apps may register themselves with PROVIDER, as agents do. Each person still decides what one may.',
    }),
  },
  packages: { 'oidc-provider': 'PROVIDER' },
  collections: [signingKey],
  permissions: [mayManageApps],
  sealedColumns: [
    {
      definition: signingKey,
      owner: 'id',
      columns: ['private_key'],
      purpose: 'provider',
      remedy: 'the next request makes another key; apps fetch it by themselves',
    },
  ],
  about: 'access',
  keyReach: 'accounts',
  letsAppsIn: true,
  isOn: (settings) => settings.provider,
  open(host) {
    const { settings, store, toUrl, app } = host;
    const issuer = requireIssuer(settings.publicUrl);
    const scopes = lazy(() => new Scopes(store.catalogue, host.permissions()));
    const registers = settings.providerRegistration;
    const open = lazyProvider(
      () => ({ store, issuer, registers, secrets: settings.secrets, scopes: scopes().names }),
      (cause) => app.log.error({ err: cause }, 'the provider failed'),
    );
    const feature: ProviderFeature = { store, issuer, toUrl, registers, scopes, open };
    return {
      routes: [
        ...protocolRoutes(feature),
        ...requestRoutes(feature),
        ...deviceRoutes(feature),
        ...ownAppRoutes(feature),
        ...appRoutes,
        ...resourceRoutes(feature),
      ],
      schedules: [appSweep(store)],
    };
  },
});

/** Apps are sent to the public address, and their tokens with it. */
function requireIssuer(publicUrl: string | undefined): string {
  const url = URL.parse(publicUrl ?? '');
  const isHere = url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (publicUrl === undefined || !url || !(url.protocol === 'https:' || isHere))
    throw new CannotStart(
      'PROVIDER: needs PUBLIC_URL with https, or with the name of this machine for tests',
    );
  return publicUrl;
}
