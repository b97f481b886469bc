import { useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { listGroups } from './admin/administration.ts';
import { call } from './call.ts';
import { useOwnRoutes } from './own-routes.ts';
import { me } from './session.ts';

type Named = { readonly id: string; readonly name: string };

/** The groups that the user can share with: all for managers, otherwise their own. */
export function useSharingGroups(isManager: () => boolean) {
  const { data: routes, may } = useOwnRoutes();
  const isForAll = computed(() => isManager() && may('GET /cms/admin/group/all'));
  return useQuery({
    queryKey: computed(() => ['sharing-groups', me.value?.id, isForAll.value]),
    queryFn: () => (isForAll.value ? listGroups() : listOwnGroups()),
    enabled: computed(() => routes.value !== undefined),
    staleTime: 60_000,
  });
}

async function listOwnGroups(): Promise<readonly Named[]> {
  return (await call('GET /cms/user/information')).groups;
}
