import type { Route } from '../../http/route.ts';
import { backChannelRoute } from './back-channel-route.ts';
import { beginRoutes } from './begin-routes.ts';
import { callbackRoute } from './callback-route.ts';
import { identityRoutes } from './identity-routes.ts';
import type { OidcParts } from './parts.ts';
import { sessionRoutes } from './session-routes.ts';

/** Signing in through OpenID Connect providers. Without a provider in the settings there are no such routes. */
export function oidcRoutes(parts: OidcParts): Route[] {
  if (parts.providers.size === 0) return [];
  return [
    ...beginRoutes(parts),
    callbackRoute(parts),
    ...sessionRoutes(parts),
    ...identityRoutes(parts),
    backChannelRoute(parts),
  ];
}
