import { computed } from 'vue';
import { type LocationQueryRaw, useRoute, useRouter } from 'vue-router';
import type { Description } from '../../api/definitions.ts';
import { type FilterGroup, filterFrom, filterText } from './filter/filter.ts';

/** The address holds the complete state of a list, so it can be bookmarked and shared. */
export interface ListState {
  readonly q: string;
  /** Fields; `-` means descending. */
  readonly sort: string;
  readonly filter: FilterGroup | undefined;
  /** Undefined for the default. */
  readonly columns: readonly string[] | undefined;
  /** The record or value at the top. */
  readonly at: string | undefined;
  readonly from: string | undefined;
  readonly view: string | undefined;
  /** The bulk change whose progress is shown. */
  readonly bulk: string | undefined;
  /** The published version of a collection with drafts. */
  readonly version: string | undefined;
  /** `tree` for records under each other, or a layout such as `board`; `table` where the list begins with another. */
  readonly as: string | undefined;
  /** The field of a layout such as a board, and the month of a calendar. */
  readonly by: string | undefined;
  readonly month: string | undefined;
  /** The language that texts are shown in; undefined for the default. */
  readonly locale: string | undefined;
  /** Shows records without a text in any of these languages. */
  readonly missing: string | undefined;
}

/** The state of the list in the address, and how to change it. */
export function useListState(collection: Description) {
  const route = useRoute();
  const router = useRouter();
  const first = collection.projectViews?.find(({ isFirst }) => isFirst)?.state;
  /** What the address says, or what it means if it says nothing. */
  const said = computed(() => (isPlain(route.query) ? { ...route.query, ...first } : route.query));
  const one = (name: string) => {
    const value = said.value[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const state = computed<ListState>(() => ({
    q: one('q') ?? '',
    sort: one('sort') ?? collection.sort,
    filter: filterFrom(one('filter')),
    columns: one('columns')?.split(','),
    at: one('at'),
    from: one('from'),
    view: one('view'),
    bulk: one('bulk'),
    version: one('version'),
    as: one('as'),
    by: one('by'),
    month: one('month'),
    locale: one('locale'),
    missing: one('missing'),
  }));
  /** Omitted keys stay. A change of the query starts at the top. */
  function change(changed: Partial<ListState>, { replace = false } = {}) {
    const isOther = ['q', 'sort', 'filter', 'locale', 'missing'].some((name) => name in changed);
    const next = { ...state.value, ...(isOther && { at: undefined, from: undefined }), ...changed };
    const query = queryOf(next, collection);
    if (first && isPlain(query)) query.as = 'table'; // the address of the list itself means its first look
    return replace ? router.replace({ query }) : router.push({ query });
  }
  return { state, said, change };
}

/** Whether an address says nothing about how to look at the list. */
function isPlain(query: LocationQueryRaw): boolean {
  return Object.keys(query).every((name) => name === 'version');
}

function queryOf({ sort, filter, columns, ...others }: ListState, collection: Description): LocationQueryRaw {
  const said = {
    ...others,
    sort: sort === collection.sort ? undefined : sort,
    filter: filter && filterText(filter),
    columns: columns?.join(),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined && value !== ''));
}

/** Adds the id to a sort, so that the order is total. */
export function wholeSort(sort: string): string {
  const parts = sort.split(',');
  if (parts.some((part) => part.replace('-', '') === 'id')) return sort;
  return [...parts, parts.at(0)?.startsWith('-') ? '-id' : 'id'].join();
}

/** The reverse sort. */
export function reversedSort(sort: string): string {
  const parts = sort.split(',').map((part) => (part.startsWith('-') ? part.slice(1) : `-${part}`));
  return parts.join();
}

/** The sort after a click on a column: ascending, descending, none. `adds` keeps the other columns. */
export function nextSort(sort: string, field: string, adds: boolean, fallback: string): string {
  const parts = sort.split(',');
  const now = parts.find((part) => part.replace('-', '') === field);
  const then = now === undefined ? field : now === field ? `-${field}` : undefined;
  if (!adds) return then ?? fallback;
  const others = parts.map((part) => (part === now ? then : part)).filter((part) => part !== undefined);
  const all = now === undefined && then !== undefined ? [...others, then] : others;
  return all.join() || fallback;
}
