// What sign-ins offer to the rooms above them.

export {
  FACTOR_COLUMNS,
  type FactorRecord,
  factorShape,
  proofOf,
  rightsTables,
  toActor,
  withRights,
} from './actors.ts';
export { knownRights, type RightsOfGroups } from './group-rights.ts';
export { knownNetwork } from './known-network.collection.ts';
export { isKnownNetwork } from './known-networks.ts';
export { hasSecondFactor, type Proof, type ProofMethod } from './proof.ts';
export {
  accountKey,
  countFailure,
  countOrRefuse,
  forgetCounts,
  forgetFailures,
  refuseThrottled,
  type Throttled,
} from './throttle.ts';
