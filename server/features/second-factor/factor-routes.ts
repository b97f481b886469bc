import type { Route } from '../../http/route.ts';
import { adminFactorRoutes } from './admin-factor-routes.ts';
import { ownFactorRoutes } from './own-factor-routes.ts';
import type { FactorRouteParts } from './parts.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { reauthenticationRoutes } from './reauthentication-routes.ts';
import { totpRoutes } from './totp-routes.ts';

/** Second factors: those of the caller, and those that administrators remove. */
export function factorRoutes(parts: FactorRouteParts): Route[] {
  return [
    ...ownFactorRoutes(parts),
    ...totpRoutes(parts),
    ...passkeyRoutes(parts),
    ...reauthenticationRoutes(parts),
    ...adminFactorRoutes(parts),
  ];
}
