import { computed } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { LibraryFilter } from '../../api/files/library.ts';

/** The filter of the library, kept in the address. */
export function useLibraryState() {
  const route = useRoute();
  const router = useRouter();
  const one = (name: string) => (typeof route.query[name] === 'string' ? String(route.query[name]) : '');
  const filter = computed<LibraryFilter>(() => ({
    keyword: one('q'),
    type: one('type'),
    isMine: one('mine') === 'true',
    folder: one('folder'),
    tags: one('tag').split(',').filter(Boolean),
  }));
  const change = (changed: Partial<LibraryFilter>) =>
    router.replace({ query: queryOf({ ...filter.value, ...changed }) });
  /** The address of a folder, without the search. */
  const folderLink = (folder: string) => ({ path: '/files', query: folder ? { folder } : {} });
  return { filter, change, folderLink };
}

function queryOf({ keyword, type, isMine, folder, tags }: LibraryFilter): Record<string, string> {
  const said = { folder, q: keyword, type, tag: tags.join(), mine: isMine ? 'true' : '' };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== ''));
}
