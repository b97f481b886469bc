import type { everyone, login, loginUnlessOff, permission, superAdministrator } from '../access-rule.ts';
import type { OptionCheck } from '../checks/options.ts';
import { problemOfRule } from '../checks/rule-problem.ts';

/** Who may use a route of a project. A permission's key is a word of its own, or that of a collection: `'product.edit'`. */
export type RouteRule =
  | (SimpleRule & { readonly records?: never })
  | { readonly level: 'any'; readonly rules: readonly RouteRule[] };

type SimpleRule =
  | typeof everyone
  | typeof login
  | typeof superAdministrator
  | ReturnType<typeof loginUnlessOff>
  | ReturnType<typeof permission>;

/** A route has no records, so rules about records are refused; they belong to collections. */
export const routeRule: OptionCheck = {
  allowed:
    "everyone, login, permission('…', 'key'), superAdministrator, loginUnlessOff(…) or anyOf(…) of these",
  accepts: (value) => problemOfRule(value) === undefined && isForRoutes(value as RouteRule),
};

function isForRoutes(rule: RouteRule): boolean {
  if (rule.level === 'any') return rule.rules.every(isForRoutes);
  return !('records' in rule) && (rule.level !== 'permission' || rule.key !== undefined);
}
