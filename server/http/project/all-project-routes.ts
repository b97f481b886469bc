import type { AccessRule, Permission } from '../../definitions/access-rule.ts';
import { permissionsOf } from '../../definitions/catalogue.ts';
import { isOwnPath } from '../../definitions/find-definitions.ts';
import type { RouteDefinition } from '../../definitions/project/define-route.ts';
import type { RouteRule } from '../../definitions/project/route-rule.ts';
import { CannotStart } from '../../errors.ts';
import { render, type Text } from '../../messages/message.ts';
import { suggestion } from '../../shared/text/words.ts';
import { type Route, shapeOf } from '../route.ts';
import type { FileStore } from './file-store.ts';
import { projectRoute } from './project-route.ts';

/** A route of a project, and the file that defines it. */
export interface FoundRoute {
  readonly defined: RouteDefinition;
  readonly file: string;
}

/**
 * The routes of a project. Throws if one has the path of one of the server's `own` routes, or names a permission of an unknown
 * record.
 */
export function projectRoutes(
  found: readonly FoundRoute[],
  own: readonly Route[],
  { known, files }: { readonly known: readonly Permission[]; readonly files: FileStore },
): Route[] {
  const taken = new Map<string, Text>(own.map((one) => [shapeOf(one), one.summary]));
  const permissions = new Map(known.map((one) => [one.key, one]));
  return found.map(({ defined, file }) => {
    const refuse = (what: string) =>
      new CannotStart(`${file}: route ${defined.method} ${defined.path}: ${what}`);
    if (isOwnPath(defined.path))
      throw refuse(`the path lies among the server's own; take one such as /v1${defined.path}`);
    const other = taken.get(shapeOf(defined));
    if (other !== undefined)
      throw refuse(`another route has this method and path: '${render(other, 'en')}'; take another path`);
    taken.set(shapeOf(defined), defined.label);
    const access = accessOf(defined, defined.access, permissions);
    if (typeof access === 'string') throw refuse(access);
    for (const one of permissionsOf([access])) permissions.set(one.key, one);
    return projectRoute(defined, access, files);
  });
}

/** The rule with whole permissions, or what is wrong with it. */
function accessOf(
  route: RouteDefinition,
  rule: RouteRule,
  known: ReadonlyMap<string, Permission>,
): AccessRule | string {
  if (rule.level === 'any') {
    const rules = rule.rules.map((one) => accessOf(route, one, known));
    return rules.find((one) => typeof one === 'string') ?? { level: 'any', rules: rules as AccessRule[] };
  }
  if (rule.level !== 'permission') return rule;
  const { name, key = '' } = rule;
  const isOfRecord = key.includes('.');
  const found = known.get(isOfRecord ? key : `routes.${key}`);
  if (isOfRecord && !found)
    return `there is no permission '${key}'${suggestion(key, [...known.keys()])}; a key without a dot makes one of the routes' own`;
  if (found && render(found.name, 'en') !== render(name, 'en'))
    return `the permission '${key}' is called '${render(found.name, 'en')}' elsewhere, not '${render(name, 'en')}'`;
  return { level: 'permission', permission: found ?? { key: `routes.${key}`, name, module: route.module } };
}
