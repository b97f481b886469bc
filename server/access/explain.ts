import { type AccessRule, alternativesOf, type WhichRecords } from '../definitions/for-server.ts';
import type { Actor } from './actor.ts';
import { decide, withSettings } from './decide.ts';

/** One alternative of a rule, with the records that it left the actor. */
export interface RuleAlternative {
  readonly rule: AccessRule;
  readonly isMet: boolean;
  readonly records: WhichRecords;
  /** The setting that opened the alternative to everybody. */
  readonly openedBy: string | undefined;
}

/** The decision of a rule for an actor, and the alternatives that led to it. */
export interface Explanation {
  readonly isAllowed: boolean;
  readonly records: WhichRecords;
  readonly steps: readonly RuleAlternative[];
}

/** Calls `decide` as requests do, for the rule and for each of its alternatives. */
export function explain(actor: Actor, declared: AccessRule, switchedOff: ReadonlySet<string>): Explanation {
  return {
    ...outcome(actor, withSettings(declared, switchedOff)),
    steps: alternativesOf(declared).map((one) => {
      const rule = withSettings(one, switchedOff);
      const { isAllowed: isMet, records } = outcome(actor, rule);
      const openedBy = rule !== one && one.level === 'login' ? one.publicWhenOff : undefined;
      return { rule, isMet, records, openedBy };
    }),
  };
}

function outcome(
  actor: Actor,
  rule: AccessRule,
): { readonly isAllowed: boolean; readonly records: WhichRecords } {
  const decision = decide(actor, rule);
  return decision.allowed
    ? { isAllowed: true, records: decision.records }
    : { isAllowed: false, records: 'none' };
}
