import { ref, shallowRef } from 'vue';
import type { ListedRecord, ListPlace, RecordPage } from '../../api/records/record-list.ts';

const FIRST = 100;
const GROWTH = 4;

/**
 * The records of a list that have been read. The window grows at both ends as the user scrolls, by keyset and never by
 * offset, so every place of a long list loads equally fast.
 */
export function useRowWindow(
  read: (place: ListPlace, count: number) => Promise<RecordPage>,
  most: () => number,
) {
  const records = shallowRef<readonly ListedRecord[]>([]);
  const [next, previous] = [ref<string | null>(null), ref<string | null>(null)];
  const total = ref<number | null>(null);
  const isPending = ref(true);
  const error = shallowRef<unknown>();
  let size = FIRST;
  let asked = 0;
  let isGrowing = false;

  /** Starts over at a place, which may have to be found first. Answers to earlier requests are dropped. Returns whether this one was shown. */
  async function open(place: ListPlace | (() => Promise<ListPlace>) = {}, count = FIRST): Promise<boolean> {
    const mine = ++asked;
    isPending.value = true;
    isGrowing = false;
    error.value = undefined;
    size = Math.max(FIRST, count);
    try {
      const found = typeof place === 'function' ? await place() : place;
      if (mine !== asked) return false;
      const page = await read(found, Math.min(size, most()));
      if (mine === asked) show(page);
    } catch (failure) {
      if (mine === asked)
        [error.value, records.value, next.value, previous.value] = [failure, [], null, null];
    } finally {
      if (mine === asked) isPending.value = false;
    }
    return mine === asked;
  }

  /** Reads more at one end. Returns the number of records that were prepended. */
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
      return add(page, end);
    } catch (failure) {
      if (mine === asked) error.value = failure;
      return 0;
    } finally {
      if (mine === asked) isGrowing = false;
    }
  }

  function add({ items, next: after, previous: before }: RecordPage, end: 'next' | 'previous'): number {
    const added = withoutKnown(items, records.value);
    records.value = end === 'next' ? [...records.value, ...added] : [...added, ...records.value];
    if (end === 'next') next.value = after;
    else previous.value = before;
    return end === 'next' ? 0 : added.length;
  }

  function show(page: RecordPage): void {
    [records.value, next.value, previous.value, total.value] = [
      page.items,
      page.next,
      page.previous,
      page.total,
    ];
  }

  /** What has been read, as one page: to be restored when the user returns. */
  const keep = (): RecordPage => ({
    items: records.value,
    next: next.value,
    previous: previous.value,
    total: total.value,
  });
  function restore(page: RecordPage): void {
    asked += 1;
    show(page);
    isPending.value = false;
  }

  return { records, next, previous, total, isPending, error, open, grow, keep, restore };
}

/** A moved record may appear again at its earlier place. */
function withoutKnown(
  items: readonly ListedRecord[],
  known: readonly ListedRecord[],
): readonly ListedRecord[] {
  const ids = new Set(known.map(({ id }) => id));
  return items.filter(({ id }) => !ids.has(id));
}

export type RowWindow = ReturnType<typeof useRowWindow>;
