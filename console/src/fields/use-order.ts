import { nextTick, type Ref, ref, type ShallowRef } from 'vue';
import { t } from '../texts/index.ts';

/** A list that is sorted by mouse or keyboard. */
export interface Order {
  /** The index of the dragged item. */
  readonly dragged: Ref<number | undefined>;
  /** The last move, for screen readers. */
  readonly announcement: Ref<string>;
  /** Moves an item; the focus follows the button that moved it. */
  move(from: number, to: number, focus?: 'up' | 'down'): Promise<void>;
  dropOn(index: number): void;
}

/** The moves of a list whose items are the children of an element, with buttons `.move-up` and `.move-down`. */
export function useOrder<T>(
  items: { value: readonly T[] },
  list: Readonly<ShallowRef<HTMLElement | null>>,
  nameOf: (item: T, index: number) => string,
): Order {
  const dragged = ref<number>();
  const announcement = ref('');

  async function move(from: number, to: number, focus?: 'up' | 'down') {
    const moved = items.value[from];
    if (moved === undefined || to < 0 || to >= items.value.length) return;
    const name = nameOf(moved, from);
    const others = items.value.filter((_, at) => at !== from);
    items.value = [...others.slice(0, to), moved, ...others.slice(to)];
    announcement.value = t.fields.movedTo(name, to + 1, items.value.length);
    if (!focus) return;
    await nextTick();
    const item = list.value?.children[to];
    const [same, other] = focus === 'up' ? ['up', 'down'] : ['down', 'up'];
    const button = [same, other].map((way) =>
      item?.querySelector<HTMLButtonElement>(`.move-${way}:not(:disabled)`),
    );
    (button[0] ?? button[1])?.focus();
  }

  function dropOn(index: number) {
    if (dragged.value !== undefined) void move(dragged.value, index);
    dragged.value = undefined;
  }

  return { dragged, announcement, move, dropOn };
}
