import type { FactorParts, FactorPolicy } from '../../access/index.ts';

/** What the routes of second factors need beside their door. */
export interface FactorRouteParts extends FactorParts {
  readonly policy: FactorPolicy;
}
