import { BREAK_GLASS, givePermissions, type InWordsOf, orSuper, permission } from '../../access/index.ts';
import {
  type AccessRule,
  type Catalogue,
  permissionsIn,
  type ServedDefinition,
  superAdministrator,
} from '../../definitions/for-server.ts';
import { type Route, route } from '../../http/route.ts';
import type { Language } from '../../messages/languages.ts';
import { render } from '../../messages/message.ts';
import { message } from './messages/message.ts';
import * as schemas from './schemas.ts';

const common = { tag: message('administratorsTag'), access: superAdministrator } as const;

/** Which permissions there are, and which of these routes and fields each opens. The list of routes grows until the first request. */
export function permissionRoutes(
  catalogue: Catalogue,
  inWords: InWordsOf,
  routes: readonly Route[],
): Route[] {
  return [listPermissions(inWords), authorityRoute(catalogue, routes)];
}

/** Names in the caller's language. The modules stand in the order of their stored names in every language. */
function listPermissions(inWords: InWordsOf): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/admin/permission',
    access: orSuper(givePermissions),
    summary: message('listPermissions'),
    answer: schemas.permissionsByModule,
    isTranslated: true,
    namesPermissions: 'translated',
    async handle(door, { language }) {
      const records = await door.reads.where(permission, (select) =>
        select.where('mount', '=', true).orderBy('module').orderBy('id'),
      );
      const { isSuper, permissions } = door.actor;
      const shown = records.filter(({ key }) => isSuper || (permissions.has(key) && key !== BREAK_GLASS));
      return Object.fromEntries(Map.groupBy(inWords(shown, language()), ({ module }) => module));
    },
  });
}

function authorityRoute({ served }: Catalogue, routes: readonly Route[]): Route {
  return route({
    ...common,
    method: 'GET',
    path: '/cms/admin/authority',
    summary: message('listAuthority'),
    answer: schemas.authority,
    isTranslated: true,
    namesPermissions: 'translated',
    handle: async (_, { language }) =>
      authorityOf([...routes.map(guardedRoute), ...served.flatMap(guardedFields)], language()),
  });
}

/** A rule, and the route or field that it guards, as text. */
type Guarded = readonly [rule: AccessRule, guarded: string];

function guardedRoute({ method, path, access }: Route): Guarded {
  return [access, `${method} ${path.replace(/:(\w+)/g, '{$1}')}`];
}

function guardedFields({ path, readRules, writeRules }: ServedDefinition): Guarded[] {
  const of = (use: string, rules: ReadonlyMap<string, AccessRule>) =>
    [...rules].map(([field, rule]): Guarded => [rule, `${use} ${path} ${field}`]);
  return [...of('READ', readRules), ...of('WRITE', writeRules)];
}

function authorityOf(all: readonly Guarded[], language: Language): Record<string, Record<string, string[]>> {
  const authority: Record<string, Record<string, string[]>> = {};
  for (const [rule, guarded] of all) {
    for (const permission of permissionsIn(rule)) {
      const [module, name] = [render(permission.module, language), render(permission.name, language)];
      authority[module] ??= {};
      authority[module][name] ??= [];
      authority[module][name].push(guarded);
    }
  }
  return authority;
}
