import { builtInPermissions } from '../built-in-permissions.ts';
import {
  type Catalogue,
  fieldRulesOf,
  type Permission,
  permissionsIn,
  permissionsOf,
} from '../definitions/for-server.ts';
import { withRules } from '../http/project/all-project-routes.ts';
import { render } from '../messages/message.ts';
import type { Settings } from '../settings/values.ts';
import type { Mistakes } from '../shared/mistakes.ts';
import { suggestion } from '../shared/text/words.ts';
import { toAccessRule } from './access-lines.ts';
import type { Project } from './project.ts';

/** The permissions that the server's own routes and the collections of a project declare. */
export function knownPermissions(catalogue: Catalogue, settings?: Settings): Permission[] {
  const rules = catalogue.served.flatMap(({ access }) => Object.values(access));
  return [...builtInPermissions(settings), ...permissionsOf([...rules, ...fieldRulesOf(catalogue)])];
}

/** The keys that a project may name, whatever is switched off, in the order of the alphabet. */
export function permissionKeys(catalogue: Catalogue, routes: Project['routes']): string[] {
  const known = knownPermissions(catalogue).map(({ key }) => key);
  return [...new Set([...known, ...ownKeysOf(routes)])].sort();
}

/** The keys of permissions that routes make. */
function ownKeysOf(routes: Project['routes']): string[] {
  return routes.flatMap(routeKeys).filter((key) => key.startsWith('routes.'));
}

function routeKeys({ defined }: Project['routes'][number]): string[] {
  return permissionsIn(toAccessRule(defined.access)).map(({ key }) => key);
}

/** Notes routes that cannot be, permissions that share a name, and groups with permissions that are not there. */
export async function checkPermissions(
  catalogue: Catalogue,
  { routes, access }: Project,
  settings: Settings,
  mistakes: Mistakes,
): Promise<void> {
  const known = knownPermissions(catalogue, settings);
  const keys = new Set([...known.map(({ key }) => key), ...ownKeysOf(routes)]);
  const mayExist = (key: string) => {
    const [owner = '', ...rest] = key.split('.');
    if (catalogue.served.some(({ name }) => name === owner)) return false;
    return mistakes.hasLeftOut(owner === 'routes' ? rest.join('.') : owner);
  };
  const certain = routes.filter((route) => !routeKeys(route).some(mayExist));
  const ruled = withRules(certain, { own: [], known }, mistakes);
  const declared = [...known, ...permissionsOf(ruled.map((route) => route.access))];
  mistakes.note(...sharedLabels(declared, settings.language));
  for (const { defined, file } of access)
    if ('permissions' in defined)
      for (const key of defined.permissions)
        if (!keys.has(key) && !mayExist(key))
          mistakes.note(
            `${file}: group '${defined.name}': permission '${key}' does not exist${suggestion(key, [...keys])} (allowed: ${[...keys].join(', ')})`,
          );
}

/** Clients of the Lin CMS family tick permissions by name, so a name must mean one thing. */
function sharedLabels(declared: readonly Permission[], language: Settings['language']): string[] {
  const keysByName = new Map<string, Set<string>>();
  for (const { key, name } of declared) {
    const label = render(name, language);
    keysByName.set(label, (keysByName.get(label) ?? new Set()).add(key));
  }
  return [...keysByName].flatMap(([name, keys]) =>
    keys.size === 1
      ? []
      : `the permissions ${[...keys].join(' and ')} share the name '${name}'; give each a name of its own, or several actions of one collection one key: permission('${name}', 'edit')`,
  );
}
