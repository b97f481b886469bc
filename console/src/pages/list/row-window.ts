import { ref, shallowRef } from 'vue';
import type { ListedRow, ListPlace, RowPage } from '../../api/rows/row-list.ts';

const FIRST = 100;
const GROWTH = 4;

/**
 * The part of a list that has been read. It grows at both ends as it is scrolled, always from the last row known
 * and never by counting rows from the beginning, so every place of a long list is equally quick.
 */
export function useRowWindow(
  read: (place: ListPlace, count: number) => Promise<RowPage>,
  most: () => number,
) {
  const rows = shallowRef<readonly ListedRow[]>([]);
  const next = ref<string | null>(null);
  const previous = ref<string | null>(null);
  const total = ref<number | null>(null);
  const isPending = ref(true);
  const error = shallowRef<unknown>();
  let size = FIRST;
  let asked = 0;
  let isGrowing = false;

  /** Begins anew at a place. An answer to an earlier question is dropped. */
  async function open(place: ListPlace = {}, count = FIRST): Promise<void> {
    const mine = ++asked;
    isPending.value = true;
    isGrowing = false;
    error.value = undefined;
    size = Math.max(FIRST, count);
    try {
      const page = await read(place, Math.min(size, most()));
      if (mine !== asked) return;
      [rows.value, next.value, previous.value, total.value] = [
        page.items,
        page.next,
        page.previous,
        page.total,
      ];
    } catch (failure) {
      if (mine === asked) [error.value, rows.value, next.value, previous.value] = [failure, [], null, null];
    } finally {
      if (mine === asked) isPending.value = false;
    }
  }

  /** Reads on at one end and answers how many rows came before those that were there. */
  async function grow(end: 'next' | 'previous'): Promise<number> {
    const cursor = (end === 'next' ? next : previous).value;
    if (cursor === null || isGrowing || isPending.value) return 0;
    const mine = asked;
    isGrowing = true;
    size = Math.min(size * GROWTH, most());
    try {
      const page = await read(end === 'next' ? { after: cursor } : { before: cursor }, size);
      if (mine !== asked) return 0;
      error.value = undefined;
      return end === 'next' ? append(page) : prepend(page);
    } catch (failure) {
      if (mine === asked) error.value = failure;
      return 0;
    } finally {
      if (mine === asked) isGrowing = false;
    }
  }

  /** A row that was moved here may come again at the place that it had when the page was read. */
  function unknown({ items }: RowPage): readonly ListedRow[] {
    const known = new Set(rows.value.map(({ id }) => id));
    return items.filter(({ id }) => !known.has(id));
  }

  function append(page: RowPage): number {
    rows.value = [...rows.value, ...unknown(page)];
    next.value = page.next;
    return 0;
  }

  function prepend(page: RowPage): number {
    const added = unknown(page);
    rows.value = [...added, ...rows.value];
    previous.value = page.previous;
    return added.length;
  }

  /** What can be put back when somebody returns to the list. */
  const keep = () => ({ rows: rows.value, next: next.value, previous: previous.value, total: total.value });
  function restore(kept: ReturnType<typeof keep>): void {
    asked += 1;
    [rows.value, next.value, previous.value, total.value] = [kept.rows, kept.next, kept.previous, kept.total];
    isPending.value = false;
  }

  return { rows, next, previous, total, isPending, error, open, grow, keep, restore };
}

export type RowWindow = ReturnType<typeof useRowWindow>;
export type KeptWindow = ReturnType<RowWindow['keep']>;
