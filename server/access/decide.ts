import {
  type AccessRule,
  eitherOf,
  mentionsNow,
  type RecordRule,
  type WhichRecords,
} from '../definitions/for-server.ts';
import { AppError } from '../errors.ts';
import { type Message, message, type Text } from '../messages/message.ts';
import type { Use } from '../records/rights.ts';
import { type Actor, onCollections } from './actor.ts';
import { lackOfKey, type RouteReach } from './key-reach.ts';
import { type FactorPolicy, requiresFactor } from './sign-in/factor-policy.ts';

export type Decision =
  | { readonly allowed: true; readonly records: WhichRecords }
  | {
      readonly allowed: false;
      readonly failure:
        | 'authenticationFailed'
        | 'superRequired'
        | 'permissionMissing'
        | 'keyTooNarrow'
        | 'onlyImpersonated';
      readonly reason: Message;
      /** Keys of permissions, each of which would have been enough. */
      readonly missing?: readonly string[];
      /** Text for the client, added to the failure's own sentence. */
      readonly detail?: Text;
    };

type Refused = Exclude<Decision, { readonly allowed: true }>;

const allRecords: Decision = { allowed: true, records: 'all' };

/** Whether a rule allows this actor, and which records it leaves. Pure. */
export function decide(actor: Actor, rule: AccessRule): Decision {
  if (actor.isSuper) return allRecords;
  if (rule.level === 'any') return decideAny(actor, rule.rules);
  if (rule.level === 'public') return allow(actor, rule.records);
  if (actor.id === 0n) return { allowed: false, failure: 'authenticationFailed', reason: message('noToken') };
  switch (rule.level) {
    case 'login':
      return allow(actor, rule.records);
    case 'permission':
      if (actor.permissions.has(rule.permission.key)) return allow(actor, rule.records);
      return {
        allowed: false,
        failure: 'permissionMissing',
        reason: message('noGroupHolds', { permission: rule.permission.key }),
        missing: [rule.permission.key],
      };
    case 'super':
      return { allowed: false, failure: 'superRequired', reason: message('notSuper') };
  }
}

/** Like `decide`, but the API key of a program, or an impersonation, may leave less than the rule does. */
export function decideReach(actor: Actor, rule: AccessRule, reach: RouteReach): Decision {
  if (actor.impersonator && (reach.isWriting || reach.isForAccounts))
    return { allowed: false, failure: 'onlyImpersonated', reason: message('impersonationOnlyReads') };
  const decision = decide(reach.collection === undefined ? actor : onCollections(actor), rule);
  if (!decision.allowed || !actor.key) return decision;
  const detail = lackOfKey(actor, rule, reach);
  if (detail === undefined) return decision;
  return {
    allowed: false,
    failure: 'keyTooNarrow',
    reason: message('namedKeyTooNarrow', { name: actor.key.name }),
    detail,
  };
}

/** The records of all rules that allow, or the last refusal. */
function decideAny(actor: Actor, rules: readonly AccessRule[]): Decision {
  const decided = rules.map((rule) => decide(actor, rule));
  return decided.reduce((one, other) => {
    if (!one.allowed) return other.allowed ? other : { ...other, missing: missingOf(one, other) };
    return other.allowed ? { allowed: true, records: eitherOf(one.records, other.records) } : one;
  });
}

function missingOf(...refused: readonly Refused[]): string[] {
  return refused.flatMap(({ missing = [] }) => missing);
}

function allow(actor: Actor, rule: RecordRule | undefined): Decision {
  if (rule === undefined) return allRecords;
  const isNobody = actor.id === 0n;
  const records = typeof rule === 'function' ? rule(isNobody ? undefined : actor) : rule;
  if (records !== 'own') return { allowed: true, records };
  // Anonymous callers share an id, so none of them owns records.
  return { allowed: true, records: isNobody ? 'none' : { create_user_id: actor.id } };
}

/** Whether a rule's answer may change with time: a function may read the clock, and a condition may mention `now`. */
export function isMomentary(actor: Actor, rule: AccessRule): boolean {
  if (actor.isSuper || rule.level === 'super') return false;
  if (rule.level === 'any') return rule.rules.some((one) => isMomentary(actor, one));
  return typeof rule.records === 'function' || mentionsNow(rule.records);
}

/** The records that a decision leaves. Throws if it refuses. */
export function requireAllowed(decision: Decision): WhichRecords {
  if (decision.allowed) return decision.records;
  throw refusalOf(decision);
}

/** The error of a refusal. */
export function refusalOf({ failure, reason, missing = [], detail }: Refused): AppError {
  return new AppError(failure, { reason, missing, ...(detail !== undefined && { detail }) });
}

/** The rule with settings applied: some login rules can be switched to public by a setting that they name. */
export function withSettings(rule: AccessRule, switchedOff: ReadonlySet<string>): AccessRule {
  if (switchedOff.size === 0) return rule;
  if (rule.level === 'any')
    return { ...rule, rules: rule.rules.map((one) => withSettings(one, switchedOff)) };
  const isPublic =
    rule.level === 'login' && rule.publicWhenOff !== undefined && switchedOff.has(rule.publicWhenOff);
  return isPublic ? { level: 'public' } : rule;
}

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
