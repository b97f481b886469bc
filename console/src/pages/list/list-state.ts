import { computed } from 'vue';
import { type LocationQueryRaw, useRoute, useRouter } from 'vue-router';
import type { Description } from '../../api/definitions.ts';
import { type FilterGroup, filterFrom, filterText } from './filter/filter.ts';

/** The address holds the complete state of a list, so it can be bookmarked and shared. */
export interface ListState {
  readonly q: string;
  /** Fields, `-` before those that descend. */
  readonly sort: string;
  readonly filter: FilterGroup | undefined;
  /** Undefined for those that the user or the definition chose. */
  readonly columns: readonly string[] | undefined;
  /** The row or the value that the list begins at. */
  readonly at: string | undefined;
  readonly from: string | undefined;
  readonly view: string | undefined;
  /** The bulk change whose progress is shown. */
  readonly bulk: string | undefined;
  /** What readers see, of a record with drafts. */
  readonly version: string | undefined;
  /** `tree` for rows under each other. */
  readonly as: string | undefined;
  /** The language that texts are shown in; undefined for the default. */
  readonly locale: string | undefined;
  /** Languages, of which rows lack one. */
  readonly missing: string | undefined;
}

/** The state of the list whose address is shown, and how to change it. */
export function useListState(record: Description) {
  const route = useRoute();
  const router = useRouter();
  const one = (name: string) => {
    const value = route.query[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const state = computed<ListState>(() => ({
    q: one('q') ?? '',
    sort: one('sort') ?? record.sort,
    filter: filterFrom(one('filter')),
    columns: one('columns')?.split(','),
    at: one('at'),
    from: one('from'),
    view: one('view'),
    bulk: one('bulk'),
    version: one('version'),
    as: one('as'),
    locale: one('locale'),
    missing: one('missing'),
  }));
  /** What is left out stays as it is; a change of what is listed begins at the top. */
  function change(changed: Partial<ListState>, { replace = false } = {}) {
    const isOther = ['q', 'sort', 'filter', 'locale', 'missing'].some((name) => name in changed);
    const next = { ...state.value, ...(isOther && { at: undefined, from: undefined }), ...changed };
    const query = queryOf(next, record);
    return replace ? router.replace({ query }) : router.push({ query });
  }
  return { state, change };
}

function queryOf({ sort, filter, columns, ...others }: ListState, record: Description): LocationQueryRaw {
  const said = {
    ...others,
    sort: sort === record.sort ? undefined : sort,
    filter: filter && filterText(filter),
    columns: columns?.join(),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== ''));
}

/** The order with the id at its end, so that it is the same from both ends. */
export function wholeSort(sort: string): string {
  const parts = sort.split(',');
  if (parts.some((part) => part.replace('-', '') === 'id')) return sort;
  return [...parts, parts.at(0)?.startsWith('-') ? '-id' : 'id'].join();
}

/** The same rows from the other end. */
export function reversedSort(sort: string): string {
  const parts = sort.split(',').map((part) => (part.startsWith('-') ? part.slice(1) : `-${part}`));
  return parts.join();
}

/** The order after a click on a column: up, then down, then none; beside the others where `adds`. */
export function nextSort(sort: string, field: string, adds: boolean, fallback: string): string {
  const parts = sort.split(',');
  const now = parts.find((part) => part.replace('-', '') === field);
  const then = now === undefined ? field : now === field ? `-${field}` : undefined;
  if (!adds) return then ?? fallback;
  const others = parts.map((part) => (part === now ? then : part)).filter((part) => part !== undefined);
  const all = now === undefined && then !== undefined ? [...others, then] : others;
  return all.join() || fallback;
}
