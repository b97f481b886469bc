import type { Route } from '../../http/route.ts';

/** Paths of Lin CMS 0.1 and 0.2, and what is found there now. */
const moved: Readonly<Record<string, string>> = {
  'PUT /cms/admin/:id': 'PUT /cms/admin/user/:id',
  'DELETE /cms/admin/:id': 'DELETE /cms/admin/user/:id',
  'PUT /cms/admin/password/:id': 'PUT /cms/admin/user/:id/password',
  'PUT /cms/admin/active/:id': 'PUT /cms/admin/user/:id/activation',
  'PUT /cms/admin/disable/:id': 'DELETE /cms/admin/user/:id/activation',
};

/** The same routes under the paths by which older clients know them. */
export function atOlderPaths(routes: readonly Route[]): Route[] {
  return Object.entries(moved).map(([older, newer]) => {
    const route = routes.find(({ method, path }) => `${method} ${path}` === newer);
    if (!route) throw new Error(`there is no ${newer}`);
    const [method, path = ''] = older.split(' ') as [Route['method'], string];
    return { ...route, method, path };
  });
}
