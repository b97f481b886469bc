import { isOwnPath } from '../../../contract/own-paths.ts';
import {
  type AccessRule,
  type Permission,
  permissionsOf,
  type RouteDefinition,
  type RouteRule,
} from '../../definitions/for-server.ts';
import { render, type Text } from '../../messages/message.ts';
import { Mistakes } from '../../shared/mistakes.ts';
import { suggestion } from '../../shared/text/words.ts';
import { type Route, shapeOf } from '../route.ts';
import type { FileStore } from './file-store.ts';
import { projectRoute } from './project-route.ts';

/** A route of a project, and the file that defines it. */
export interface FoundRoute {
  readonly defined: RouteDefinition;
  readonly file: string;
}

/** What a project's routes meet: routes that have a path already, and permissions that they may name. */
interface Surroundings {
  readonly own: readonly Route[];
  readonly known: readonly Permission[];
}

/** The routes of a project. Throws CannotStart if they collide with the server's own, or with each other. */
export function projectRoutes(
  found: readonly FoundRoute[],
  { files, ...surroundings }: Surroundings & { readonly files: FileStore },
): Route[] {
  const mistakes = new Mistakes();
  const routes = withRules(found, surroundings, mistakes);
  mistakes.throwIfAny();
  return routes.map(({ defined, access }) => projectRoute(defined, access, files));
}

/** The routes of a project with whole access rules. Notes why others cannot be: a path is taken, or a permission unknown. */
export function withRules(
  found: readonly FoundRoute[],
  { own, known }: Surroundings,
  mistakes: Mistakes,
): (FoundRoute & { readonly access: AccessRule })[] {
  const taken = new Map<string, Text>(own.map((one) => [shapeOf(one), one.summary]));
  const permissions = new Map(known.map((one) => [one.key, one]));
  return found.flatMap((route) => {
    const { defined, file } = route;
    const refuse = (what: string) =>
      mistakes.note(`${file}: route ${defined.method} ${defined.path}: ${what}`);
    const pathProblem = problemOfPath(defined, taken);
    if (pathProblem !== undefined) refuse(pathProblem);
    taken.set(shapeOf(defined), defined.label);
    const access = accessOf(defined, defined.access, permissions);
    if (typeof access === 'string') {
      refuse(access);
      return [];
    }
    for (const one of permissionsOf([access])) permissions.set(one.key, one);
    return { ...route, access };
  });
}

function problemOfPath(defined: RouteDefinition, taken: ReadonlyMap<string, Text>): string | undefined {
  if (isOwnPath(defined.path))
    return `the path lies among the server's own; take one such as /v1${defined.path}`;
  const other = taken.get(shapeOf(defined));
  if (other === undefined) return undefined;
  return `another route has this method and path: '${render(other, 'en')}'; take another path`;
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
  const isOfCollection = key.includes('.');
  const found = known.get(isOfCollection ? key : `routes.${key}`);
  if (isOfCollection && !found)
    return `there is no permission '${key}'${suggestion(key, [...known.keys()])}; a key without a dot makes one of the routes' own`;
  if (found && render(found.name, 'en') !== render(name, 'en'))
    return `the permission '${key}' is called '${render(found.name, 'en')}' elsewhere, not '${render(name, 'en')}'`;
  return { level: 'permission', permission: found ?? { key: `routes.${key}`, name, module: route.module } };
}
