import { onScopeDispose, shallowRef } from 'vue';
import { type ServedDescription, useDefinitions } from '../../api/definitions.ts';
import { type RowTitle, searchTitles } from '../../api/rows/titles.ts';

/** The matching rows of one record. */
export interface FoundRows {
  readonly record: ServedDescription;
  readonly rows: readonly RowTitle[];
}

/** Debounces typing. */
const TYPING_MS = 180;
const MOST_RECORDS = 6;
const MOST_ROWS = 5;

/** Searches on the server for rows of records that have search fields. Answers to earlier words are dropped. */
export function useRowSearch() {
  const { listed } = useDefinitions();
  const found = shallowRef<readonly FoundRows[]>([]);
  const isBusy = shallowRef(false);
  let asked = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;
  onScopeDispose(() => clearTimeout(typing));

  async function read(words: string) {
    const mine = ++asked;
    const records = listed.value.filter(({ search }) => search.length > 0).slice(0, MOST_RECORDS);
    isBusy.value = records.length > 0;
    const answers = await Promise.all(records.map((record) => rowsOf(record, words)));
    if (mine !== asked) return;
    found.value = answers.filter(({ rows }) => rows.length > 0);
    isBusy.value = false;
  }

  function search(words: string) {
    clearTimeout(typing);
    asked += 1;
    isBusy.value = false;
    if (words.trim() === '') found.value = [];
    else typing = setTimeout(() => void read(words), TYPING_MS);
  }
  return { found, isBusy, search };
}

/** A failed search in one record does not affect the others. */
async function rowsOf(record: ServedDescription, words: string): Promise<FoundRows> {
  const { items } = await searchTitles(record, words).catch(() => ({ items: [] }));
  return { record, rows: items.slice(0, MOST_ROWS) };
}
