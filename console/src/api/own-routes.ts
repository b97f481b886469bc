import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import { me } from './session.ts';

/** What the user may ask for beside records: nothing else is offered. */
export function useOwnRoutes() {
  const query = useQuery({
    queryKey: computed(() => ['own-routes', me.value?.id, language.value]),
    queryFn: async () => {
      const { items } = await connection.request('GET', '/cms/user/routes');
      return new Set(
        (items as { method: string; path: string }[]).map(({ method, path }) => `${method} ${path}`),
      ); // the documented form of this route
    },
    staleTime: 60_000,
  });
  /** Whether this route, written `GET /cms/log`, is open to the user. */
  const may = (route: string) => query.data.value?.has(route) ?? false;
  return { ...query, may };
}
