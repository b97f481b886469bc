import { permission } from '../../access/permission.record.ts';
import { type AccessRule, permissionsIn, superAdministrator } from '../../definitions/access-rule.ts';
import type { Catalogue } from '../../definitions/catalogue.ts';
import type { Definition } from '../../definitions/define-record.ts';
import type { Route } from '../../http/route.ts';
import * as schemas from './schemas.ts';

const common = { tag: '管理员', family: 'cms', access: superAdministrator } as const;

/** Which permissions there are, and what each opens. `routes` is asked late, because these routes are among them. */
export function permissionRoutes(catalogue: Catalogue, routes: () => readonly Route[]): Route[] {
  return [
    {
      ...common,
      method: 'GET',
      path: '/cms/admin/permission',
      summary: '可授予的权限，按模块',
      answer: schemas.permissionsByModule,
      handle: async (door) => {
        const rows = await door.reads.where(permission, (select) =>
          select.where('mount', '=', true).orderBy('module').orderBy('id'),
        );
        return Object.fromEntries(Map.groupBy(rows, ({ module }) => module));
      },
    },
    {
      ...common,
      method: 'GET',
      path: '/cms/admin/authority',
      summary: '权限与它们开放的路由，按模块',
      answer: schemas.authority,
      handle: async () => authorityOf([...routes().map(guarded), ...catalogue.all.flatMap(guardedFields)]),
    },
  ];
}

/** What a rule guards, in words. */
type Guarded = readonly [rule: AccessRule, what: string];

function guarded({ method, path, access }: Route): Guarded {
  return [access, `${method} ${path.replace(/:(\w+)/g, '{$1}')}`];
}

function guardedFields({ path, readRules, writeRules }: Definition): Guarded[] {
  if (path === undefined) return [];
  const named = (use: string, rules: ReadonlyMap<string, AccessRule>) =>
    [...rules].map(([field, rule]): Guarded => [rule, `${use} ${path} ${field}`]);
  return [...named('READ', readRules), ...named('WRITE', writeRules)];
}

function authorityOf(all: readonly Guarded[]): Record<string, Record<string, string[]>> {
  const authority: Record<string, Record<string, string[]>> = {};
  for (const [rule, what] of all) {
    for (const { module, name } of permissionsIn(rule)) {
      authority[module] ??= {};
      authority[module][name] ??= [];
      authority[module][name].push(what);
    }
  }
  return authority;
}
