import { type AccessRule, login } from '../../definitions/access-rule.ts';

/** The rule of an import's routes: it belongs to someone, even where everyone may create records. */
export function signedIn(rule: AccessRule): AccessRule {
  if (rule.level === 'any') return { ...rule, rules: rule.rules.map(signedIn) };
  return rule.level === 'public' ? login : rule;
}
