import type { AccessRule, RowRule } from '../definitions/access-rule.ts';
import { eitherOf, type Rows } from '../definitions/where.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

export type Decision =
  | { readonly allowed: true; readonly rows: Rows }
  | {
      readonly allowed: false;
      readonly failure: 'authenticationFailed' | 'superRequired' | 'permissionMissing';
      readonly reason: string;
    };

const allRows: Decision = { allowed: true, rows: 'all' };

/** May this actor do what the rule guards, and with which rows? Pure: the same question has the same answer. */
export function decide(actor: Actor, rule: AccessRule): Decision {
  if (actor.isSuper) return allRows;
  if (rule.level === 'any') return decideAny(actor, rule.rules);
  if (rule.level === 'public') return allow(actor, rule.rows);
  if (actor.id === 0n) return { allowed: false, failure: 'authenticationFailed', reason: 'no token' };
  switch (rule.level) {
    case 'login':
      return allow(actor, rule.rows);
    case 'permission':
      if (actor.permissions.has(rule.permission.key)) return allow(actor, rule.rows);
      return {
        allowed: false,
        failure: 'permissionMissing',
        reason: `none of the groups holds ${rule.permission.key}`,
      };
    case 'super':
      return { allowed: false, failure: 'superRequired', reason: 'not a member of the super administrators' };
  }
}

/** The rows of all that allow; where none does, what the last of them says. */
function decideAny(actor: Actor, rules: readonly AccessRule[]): Decision {
  const decided = rules.map((rule) => decide(actor, rule));
  return decided.reduce((one, other) => {
    if (!one.allowed) return other;
    return other.allowed ? { allowed: true, rows: eitherOf(one.rows, other.rows) } : one;
  });
}

function allow(actor: Actor, rule: RowRule | undefined): Decision {
  if (rule === undefined) return allRows;
  const isNobody = actor.id === 0n;
  const rows = typeof rule === 'function' ? rule(isNobody ? undefined : actor) : rule;
  if (rows !== 'own') return { allowed: true, rows };
  // All callers without a name share an id, so none of their rows is anybody's own.
  return { allowed: true, rows: isNobody ? 'none' : { create_user_id: actor.id } };
}

/** Whether a rule may leave this actor other rows at another moment: a function may look at the clock. */
export function isMomentary(actor: Actor, rule: AccessRule): boolean {
  if (actor.isSuper || rule.level === 'super') return false;
  if (rule.level === 'any') return rule.rules.some((one) => isMomentary(actor, one));
  return typeof rule.rows === 'function';
}

/** The rows that a decision leaves; throws where it refuses. */
export function requireAllowed(decision: Decision): Rows {
  if (decision.allowed) return decision.rows;
  throw new AppError(decision.failure, { reason: decision.reason });
}

/** The rule as the settings leave it: some login rules may be switched to public, and say by which setting. */
export function withSettings(rule: AccessRule, switchedOff: ReadonlySet<string>): AccessRule {
  if (switchedOff.size === 0) return rule;
  if (rule.level === 'any')
    return { ...rule, rules: rule.rules.map((one) => withSettings(one, switchedOff)) };
  const isPublic =
    rule.level === 'login' && rule.publicWhenOff !== undefined && switchedOff.has(rule.publicWhenOff);
  return isPublic ? { level: 'public' } : rule;
}
