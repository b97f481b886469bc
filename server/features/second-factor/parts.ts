import type { FactorParts } from '../../access/second-factor/factor-checks.ts';
import type { FactorPolicy } from '../../access/sign-in/factor-policy.ts';

/** What the routes of second factors need beside their door. */
export interface FactorRouteParts extends FactorParts {
  readonly policy: FactorPolicy;
}
