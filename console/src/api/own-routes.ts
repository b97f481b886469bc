import { queryOptions, useQuery } from '@tanstack/vue-query';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import { me } from './session.ts';

interface OwnRoute {
  readonly method: string;
  readonly path: string;
  readonly records: 'all' | 'some';
}

/** What the user may ask for beside collections: nothing else is offered. */
export const ownRoutesQuery = () =>
  queryOptions({
    queryKey: ['own-routes', me.value?.id, language.value],
    queryFn: async () => {
      const { items } = await connection.request('GET', '/cms/user/routes');
      const routes = items as readonly OwnRoute[]; // the documented form of this route
      return new Map(routes.map(({ method, path, records }) => [`${method} ${path}`, records]));
    },
    staleTime: 60_000,
  });

export function useOwnRoutes() {
  const query = useQuery(ownRoutesQuery);
  /** Whether this route, written `GET /cms/log`, is open to the user. */
  const may = (route: string) => query.data.value?.has(route) ?? false;
  /** Whether it is open with all records. */
  const mayAll = (route: string) => query.data.value?.get(route) === 'all';
  return { ...query, may, mayAll };
}
