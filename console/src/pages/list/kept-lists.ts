import { queryClient } from '../../api/query-client.ts';
import type { KeptWindow } from './row-window.ts';

interface KeptList {
  readonly window: KeptWindow;
  readonly scrollTop: number;
  readonly active: number;
}

const MOST = 5;

/** Keeps a list that is left, by its address, so that a return shows it unchanged. It is gone with the user. */
export function keepList(record: string, address: string, list: KeptList): void {
  queryClient.setQueryData(['records', record, 'kept', address], list);
  const kept = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[2] === 'kept' });
  const oldest = kept.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt);
  for (const { queryKey } of oldest.slice(0, -MOST)) queryClient.removeQueries({ queryKey });
}

/** The list that was left at an address; stale where rows of the record were written here since. */
export function takeList(record: string, address: string): (KeptList & { isStale: boolean }) | undefined {
  const queryKey = ['records', record, 'kept', address];
  const state = queryClient.getQueryState<KeptList>(queryKey);
  queryClient.removeQueries({ queryKey });
  return state?.data && { ...state.data, isStale: state.isInvalidated };
}
