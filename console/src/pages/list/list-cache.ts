import { queryClient } from '../../api/query-client.ts';
import type { RecordPage } from '../../api/records/record-list.ts';

interface CachedList {
  readonly window: RecordPage;
  readonly scrollTop: number;
  readonly active: number;
}

const MOST = 5;

/** Caches a list by its address when the user leaves it, so that it is unchanged on return. */
export function cacheList(collection: string, address: string, list: CachedList): void {
  queryClient.setQueryData(['collections', collection, 'cached', address], list);
  const cached = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[2] === 'cached' });
  const oldest = cached.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const { queryKey } of oldest.slice(0, -MOST)) queryClient.removeQueries({ queryKey });
}

/** Takes the list of an address from the cache. It is stale if records of the collection were written since. */
export function takeCachedList(
  collection: string,
  address: string,
): (CachedList & { isStale: boolean }) | undefined {
  const queryKey = ['collections', collection, 'cached', address];
  const state = queryClient.getQueryState<CachedList>(queryKey);
  queryClient.removeQueries({ queryKey });
  return state?.data && { ...state.data, isStale: state.isInvalidated };
}
