import { computed, ref, shallowRef } from 'vue';
import type { ServedDescription } from '../../api/definitions.ts';
import { type RecordTitle, searchTitles } from '../../api/records/titles.ts';
import { adviceFor } from '../../parts/error-advice.ts';

/** Debounces typing. */
const TYPING_MS = 150;

/**
 * A search on the server for records of a collection, a page at a time. Answers to earlier words are dropped;
 * until the answer to the latest words is here, the records shown are `isStale`.
 */
export function useTitleSearch(target: () => ServedDescription) {
  const words = ref('');
  const items = shallowRef<readonly RecordTitle[]>([]);
  const next = shallowRef<string | null>(null);
  const isBusy = ref(false);
  const wanted = ref('');
  const answered = ref<string>();
  const problem = ref('');
  let asked = 0;
  let typing: ReturnType<typeof setTimeout> | undefined;

  async function read(text: string, after?: string) {
    const mine = ++asked;
    isBusy.value = true;
    try {
      const page = await searchTitles(target(), text, after);
      if (mine !== asked) return;
      items.value = after === undefined ? page.items : [...items.value, ...page.items];
      next.value = page.next;
      answered.value = text;
      problem.value = '';
    } catch (error) {
      if (mine === asked) problem.value = adviceFor(error).what;
    } finally {
      if (mine === asked) isBusy.value = false;
    }
  }

  return {
    ...{ words, items, next, isBusy, problem, answered },
    isStale: computed(() => answered.value !== wanted.value),
    isEmpty: computed(() => answered.value === wanted.value && items.value.length === 0),
    begin(text: string) {
      clearTimeout(typing);
      wanted.value = text;
      typing = setTimeout(() => void read(text), answered.value === undefined ? 0 : TYPING_MS);
    },
    /** More records for the words that the shown ones were found for. */
    more: () => (answered.value === wanted.value ? read(wanted.value, next.value ?? undefined) : undefined),
  };
}
