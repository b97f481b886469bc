import { computed, watch } from 'vue';
import { QuireError } from '../../api/connection.ts';
import { type Description, isPeople, type ServedDescription, useDefinitions } from '../../api/definitions.ts';
import { type ListPlace, readRecords, recordClient } from '../../api/records/record-list.ts';
import { language } from '../../texts/index.ts';
import { chosenColumns } from './chosen-columns.ts';
import { filterForApi } from './filter/filter.ts';
import { makeCellTexts } from './grid/cell-text.ts';
import { columnsOf, queryFor } from './grid/columns.ts';
import { reversedSort, useListState, wholeSort } from './list-state.ts';
import { useRowWindow } from './row-window.ts';
import { searchableTitle } from './search-field.ts';

/** Limits of the API: values and expanded references per page. */
const MOST_VALUES = 10_000;
const MOST_FOLLOWED = 5_000;
const MOST_RECORDS = 1_000;

/** The records of a collection, by the state in the address. */
export function useCollectionRecords(collection: ServedDescription) {
  const { definitions, find, locales } = useDefinitions();
  const { state, said, change } = useListState(collection);
  const columns = computed(() =>
    columnsOf(collection, state.value.columns ?? chosenColumns(collection.name)),
  );
  const columnQuery = computed(() => queryFor(columns.value, collection, findFollowed));
  const texts = computed(() => makeCellTexts(columns.value, findFollowed, language.value));
  const options = computed(() => optionsOf(collection, state.value));
  const client = computed(() => recordClient(collection, definitions.value));
  const window = useRowWindow(
    async (place, count) => {
      const query = { ...options.value, ...columnQuery.value, ...place, count, can: true };
      if (query.locale === undefined) return readRecords(client.value, query);
      const { readLocalised } = await import('../../api/records/localised-records.ts');
      return readLocalised(client.value, query, { collection, locales: locales.value });
    },
    () => mostRecords(columnQuery.value),
  );

  function findFollowed(name: string): Description | undefined {
    const found = find(name);
    return found && (found.actions.read || isPeople(found)) ? found : undefined;
  }

  const wanted = computed(() => JSON.stringify([options.value, columnQuery.value, state.value.from]));
  /** What is shown already, so that a change of the address does not reload it. */
  let shown = '';

  /** Opens the list at the place in the address, or at the top if that record is gone. */
  async function open(count?: number): Promise<boolean> {
    const place = placeOf(state.value);
    const isShown = await window.open(place, count);
    const { error } = window;
    const isGone = error.value instanceof QuireError && error.value.status === 404;
    return isShown && isGone && place.around !== undefined ? window.open() : isShown;
  }

  /** Opens one end of the whole list. Returns the index of its record; undefined if another place was opened since. */
  async function openEnd(end: 'first' | 'last'): Promise<number | undefined> {
    if (!(await window.open(end === 'last' ? findLast : {}))) return undefined;
    return end === 'last' ? window.records.value.length - 1 : 0;
  }

  async function findLast(): Promise<ListPlace> {
    const sort = reversedSort(options.value.sort);
    const { items } = await readRecords(client.value, { ...options.value, fields: ['id'], sort, count: 1 });
    return items[0] ? { around: items[0].id } : {};
  }

  /** Puts the record at the top into the address, without reloading. */
  function keepPlace(at: string | undefined): void {
    if (at === state.value.at && state.value.from === undefined) return;
    shown = JSON.stringify([options.value, columnQuery.value, undefined]);
    void change({ at, from: undefined }, { replace: true });
  }

  watch(wanted, (now) => {
    if (now !== shown) void open();
    shown = '';
  });
  return { state, said, change, columns, texts, options, window, open, openEnd, keepPlace };
}

function optionsOf(
  collection: Description,
  { q, sort, filter, locale, missing }: ReturnType<typeof useListState>['state']['value'],
) {
  const own = filter && filterForApi(filter);
  const title = searchableTitle(collection);
  const isSearched = q !== '' && collection.search.length > 0;
  const inTitle = q !== '' && !isSearched && title ? { [title.name]: { contains: q } } : undefined;
  const filters = [own, inTitle].filter((one) => one !== undefined);
  return {
    sort: wholeSort(sort),
    ...(isSearched && { q }),
    ...(locale && { locale }),
    ...(missing && { missing }),
    ...(filters.length === 1 ? { filter: filters[0] } : filters.length > 1 && { filter: { and: filters } }),
  };
}

function placeOf({ at, from }: { at: string | undefined; from: string | undefined }): ListPlace {
  if (from !== undefined) return { from };
  return at === undefined ? {} : { around: at };
}

function mostRecords({ fields, expand }: ReturnType<typeof queryFor>): number {
  const followed = Object.keys(expand ?? {}).length;
  const byValues = Math.max(100, Math.floor(MOST_VALUES / (fields.length + 2)));
  const byReferences = followed === 0 ? MOST_RECORDS : Math.floor(MOST_FOLLOWED / followed / 10);
  return Math.min(MOST_RECORDS, byValues, Math.max(50, byReferences));
}
