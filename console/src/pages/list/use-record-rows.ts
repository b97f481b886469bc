import { computed, watch } from 'vue';
import { type Description, type ServedDescription, useDefinitions } from '../../api/definitions.ts';
import { type ListPlace, readRows, rowClient } from '../../api/row-list.ts';
import { language } from '../../texts/index.ts';
import { makeCellTexts } from './cell-text.ts';
import { chosenColumns } from './chosen-columns.ts';
import { askedFor, columnsOf } from './columns.ts';
import { filterForApi } from './filter.ts';
import { useListState, wholeSort } from './list-state.ts';
import { useRowWindow } from './row-window.ts';

/** The API answers at most this many values a page, and this many followed references. */
const MOST_VALUES = 10_000;
const MOST_FOLLOWED = 5_000;
const MOST_ROWS = 1_000;

/** The rows of a record as its address asks for them. */
export function useRecordRows(record: ServedDescription) {
  const { definitions, find } = useDefinitions();
  const { state, change } = useListState(record);
  const columns = computed(() => columnsOf(record, state.value.columns ?? chosenColumns(record.name)));
  const asked = computed(() => askedFor(columns.value, record, findFollowed));
  const texts = computed(() => makeCellTexts(columns.value, findFollowed, language.value));
  const choice = computed(() => choiceOf(record, state.value));
  const client = computed(() => rowClient(record, definitions.value));
  const window = useRowWindow(
    (place, count) => readRows(client.value, { ...choice.value, ...asked.value, ...place, count, can: true }),
    () => mostRows(asked.value),
  );

  function findFollowed(name: string): Description | undefined {
    const found = find(name);
    return found?.actions.read ? found : undefined;
  }

  /** Begins where the address says. */
  const open = () => window.open(placeOf(state.value));
  watch(
    () => JSON.stringify([choice.value, asked.value, state.value.from]),
    () => void open(),
  );
  return { state, change, columns, texts, choice, client, window, open };
}

function choiceOf(
  record: Description,
  { q, sort, filter }: ReturnType<typeof useListState>['state']['value'],
) {
  const own = filter && filterForApi(filter);
  const title = record.fields.find(({ name }) => name === record.title_field);
  const isSearched = q !== '' && record.search.length > 0;
  const inTitle = q !== '' && !isSearched && title ? { [title.name]: { contains: q } } : undefined;
  const filters = [own, inTitle].filter((one) => one !== undefined);
  return {
    sort: wholeSort(sort),
    ...(isSearched && { q }),
    ...(filters.length === 1 ? { filter: filters[0] } : filters.length > 1 && { filter: { and: filters } }),
  };
}

function placeOf({ at, from }: { at: string | undefined; from: string | undefined }): ListPlace {
  if (from !== undefined) return { from };
  return at === undefined ? {} : { around: at };
}

function mostRows({ fields, expand }: ReturnType<typeof askedFor>): number {
  const followed = Object.keys(expand).length;
  const byValues = Math.max(100, Math.floor(MOST_VALUES / (fields.length + 2)));
  const byReferences = followed === 0 ? MOST_ROWS : Math.floor(MOST_FOLLOWED / followed / 10);
  return Math.min(MOST_ROWS, byValues, Math.max(50, byReferences));
}
