import type { AccessRule } from '../definitions/access-rule.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './actor.ts';

export type Decision =
  | { readonly allowed: true; readonly rows: 'all' | 'own' }
  | {
      readonly allowed: false;
      readonly failure: 'authenticationFailed' | 'superRequired' | 'permissionMissing';
      readonly reason: string;
    };

/** May this actor do what the rule guards? Pure: the same question has the same answer. */
export function decide(actor: Actor, rule: AccessRule): Decision {
  if (rule.level === 'public') return { allowed: true, rows: 'all' };
  if (actor.id === 0n) return { allowed: false, failure: 'authenticationFailed', reason: 'no token' };
  if (actor.isSuper) return { allowed: true, rows: 'all' };
  switch (rule.level) {
    case 'login':
      return { allowed: true, rows: rule.rows ?? 'all' };
    case 'permission':
      if (actor.permissions.has(rule.permission.key)) return { allowed: true, rows: rule.rows ?? 'all' };
      return {
        allowed: false,
        failure: 'permissionMissing',
        reason: `none of the groups holds ${rule.permission.key}`,
      };
    case 'super':
      return { allowed: false, failure: 'superRequired', reason: 'not a member of the super administrators' };
  }
}

/** The rows that a decision leaves; throws where it refuses. */
export function requireAllowed(decision: Decision): 'all' | 'own' {
  if (decision.allowed) return decision.rows;
  throw new AppError(decision.failure, { reason: decision.reason });
}

/** The rule as the settings leave it: some login rules may be switched to public, and say by which setting. */
export function withSettings(rule: AccessRule, switchedOff: ReadonlySet<string>): AccessRule {
  const isPublic =
    rule.level === 'login' && rule.publicWhenOff !== undefined && switchedOff.has(rule.publicWhenOff);
  return isPublic ? { level: 'public' } : rule;
}
