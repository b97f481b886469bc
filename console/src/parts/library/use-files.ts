import { keepPreviousData, useInfiniteQuery } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type LibraryFilter, listFiles } from '../../api/files/library.ts';
import { useOwnRoutes } from '../../api/own-routes.ts';
import { me } from '../../api/session.ts';

/** The files of a filter, page by page. Users without access to all files see their own uploads. */
export function useFiles(filter: () => LibraryFilter) {
  const { data: routes, mayAll } = useOwnRoutes();
  const seesAll = computed(() => mayAll('GET /cms/file'));
  const asked = computed(() => ({ ...filter(), isMine: filter().isMine || !seesAll.value }));
  const list = useInfiniteQuery({
    queryKey: computed(() => ['files', 'list', me.value?.id, asked.value]),
    queryFn: ({ pageParam }) => listFiles(asked.value, pageParam),
    initialPageParam: undefined as string | undefined, // the first page is after nothing
    getNextPageParam: ({ next }) => next,
    enabled: computed(() => routes.value !== undefined),
    placeholderData: keepPreviousData,
  });
  const files = computed(() => list.data.value?.pages.flatMap(({ files: some }) => some) ?? []);
  return { ...list, files, seesAll };
}

/** The file types of the filter. */
export const FILE_TYPES = ['', 'image/*', 'video/*', 'audio/*', 'application/pdf'] as const;
