import { permission } from '../../access/permission.record.ts';
import { superAdministrator } from '../../definitions/access-rule.ts';
import type { Route } from '../../http/route.ts';
import * as schemas from './schemas.ts';

const common = { tag: '管理员', family: 'cms', access: superAdministrator } as const;

/** Which permissions there are, and what each opens. `routes` is asked late, because these routes are among them. */
export function permissionRoutes(routes: () => readonly Route[]): Route[] {
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
      handle: async () => authorityOf(routes()),
    },
  ];
}

function authorityOf(routes: readonly Route[]): Record<string, Record<string, string[]>> {
  const authority: Record<string, Record<string, string[]>> = {};
  for (const { method, path, access } of routes) {
    if (access.level !== 'permission') continue;
    const { module, name } = access.permission;
    authority[module] ??= {};
    authority[module][name] ??= [];
    authority[module][name].push(`${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  }
  return authority;
}
