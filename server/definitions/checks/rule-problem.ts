import { anything, needed, oneOf, textWithin } from './option-checks.ts';
import { type AnyOptionTable, isPlainObject, type OptionCheck, problemsOfOptions, shown } from './options.ts';

const RULES = "everyone, login, permission('…'), superAdministrator";
const records: OptionCheck = {
  allowed: "'own', a condition, or a function of the actor",
  accepts: (value) => value === 'own' || typeof value === 'function' || isPlainObject(value),
};
const key: OptionCheck = {
  allowed: 'a word of letters, digits, _, - and .',
  accepts: (value) => typeof value === 'string' && /^[\w.-]{1,50}$/.test(value),
};
const level = needed(oneOf('public', 'login', 'permission', 'super', 'any'));
const rules: OptionCheck = { allowed: 'a list of rules', accepts: Array.isArray };

const tables: Readonly<Record<string, AnyOptionTable['checks']>> = {
  public: { level, records },
  login: { level, records, publicWhenOff: anything },
  permission: { level, records, name: needed(textWithin(60)), key },
  super: { level },
  any: { level, rules: needed(rules) },
};

/** Why a value is not an access rule; undefined if it is one. */
export function problemOfRule(rule: unknown): string | undefined {
  const checks = isPlainObject(rule) ? tables[String(rule.level)] : undefined;
  if (!checks)
    return `must be a rule such as ${RULES}, ownRecords(…), recordsWhere(…) or anyOf(…), not ${shown(rule)}`;
  const [problem] = problemsOfOptions({ owner: 'a rule', checks }, rule);
  if (problem !== undefined) return problem;
  const { rules: parts = [] } = rule as { readonly rules?: readonly unknown[] };
  return parts.map(problemOfRule).find((one) => one !== undefined);
}

/** The rule of a field. */
export const fieldRule: OptionCheck = {
  allowed: `a rule: ${RULES}, ownRecords(…), recordsWhere(…) or anyOf(…)`,
  accepts: (value) => problemOfRule(value) === undefined,
};
