import { AppError } from '../errors.ts';
import { message } from '../messages/message.ts';
import type { Use } from '../records/rights.ts';
import type { Actor } from './actor.ts';
import { type FactorPolicy, requiresFactor } from './sign-in/factor-policy.ts';

/** The proof that a route demands of its caller's session. */
export interface ProofDemand {
  /** A fresh proof: of every caller, of those who have a second factor, or of these for some requests alone. */
  readonly needsProof?: 'always' | 'withSecondFactor' | 'sometimes' | undefined;
  /** Whether users reach it who first have to set up a second factor. */
  readonly isForSetUp?: boolean | undefined;
}

/** The fresh proofs that uses of collections demand. */
export const PROOFS = { purge: 'withSecondFactor' } as const satisfies Partial<
  Record<Use, ProofDemand['needsProof']>
>;

/** The fresh proof that a use of a collection demands. */
export function proofFor(use: Use): ProofDemand['needsProof'] {
  const proofs: Partial<Record<Use, ProofDemand['needsProof']>> = PROOFS;
  return proofs[use];
}

/** The refusal of a caller who must set up a second factor first. Routes for setting it up are exempt. Pure. */
export function missingFactor(
  actor: Actor,
  { isForSetUp }: ProofDemand,
  policy: FactorPolicy | undefined,
  now: number,
): AppError | undefined {
  const { id, proof } = actor.impersonator ?? actor; // the session that asks is the impersonator's
  if (isForSetUp || !policy || !proof || proof.hasSecondFactor || proof.isByProvider) return undefined;
  // A grace period that has not begun begins with the next refresh or sign-in. Without one, the factor is due at once.
  const isOver = policy.graceMs === 0 || (proof.factorDue !== null && proof.factorDue <= now);
  if (!isOver || !requiresFactor(policy, proof.groups)) return undefined;
  return new AppError('secondFactorMissing', { reason: message('noFactorInTime'), account: id });
}

/** The refusal of an admitted caller who still needs a fresh proof. Programs with keys need none; apps can give none. Pure. */
export function missingProof(
  { proof, key }: Actor,
  needsProof: ProofDemand['needsProof'],
  policy: FactorPolicy | undefined,
  now: number,
): AppError | undefined {
  if (needsProof === undefined || needsProof === 'sometimes' || !policy) return undefined;
  if (key?.app) return new AppError('keyTooNarrow', { detail: message('appsProveNothing') });
  if (key) return needsProof === 'always' ? new AppError('serviceUserPassword') : undefined;
  if (needsProof === 'withSecondFactor' && !proof?.hasSecondFactor)
    return proof?.owesFactor
      ? new AppError('secondFactorMissing', { reason: message('factorOwed') })
      : undefined;
  const isFresh = proof !== undefined && proof.time !== null && now - proof.time < policy.freshMs;
  return isFresh ? undefined : new AppError('reauthenticationRequired', { reason: message('proofTooOld') });
}
