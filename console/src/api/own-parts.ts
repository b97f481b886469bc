import { queryOptions, useQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import type { PartKind, ToldPart } from '../../../contract/console-parts.ts';
import { hasOwnParts } from '../project.ts';
import { language } from '../texts/index.ts';
import { connection } from './connection.ts';
import { me } from './session.ts';

export type { ToldPart };

/** The parts of the console that the project defines and the user is shown, and the version of the contract of the server. */
export const ownPartsQuery = () =>
  queryOptions({
    queryKey: ['own-parts', me.value?.id, language.value],
    queryFn: async () => {
      const { contract, items } = await connection.request('GET', '/cms/console/part');
      return { contract: Number(contract), items: items as readonly ToldPart[] }; // the documented form of this route
    },
    staleTime: 60_000,
    enabled: hasOwnParts,
  });

/** The parts of a kind; none until the server has told of them. */
export function useOwnParts(kind: PartKind) {
  const query = useQuery(ownPartsQuery);
  const parts = computed(() => query.data.value?.items.filter((part) => part.kind === kind) ?? []);
  return { ...query, parts };
}
