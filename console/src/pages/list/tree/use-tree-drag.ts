import { onBeforeUnmount, onMounted, type Ref, ref, type ShallowRef } from 'vue';

/** Where a dragged row would be dropped: above, below or on another row. */
export interface Hold {
  readonly id: string;
  readonly over: string;
  readonly part: 'before' | 'on' | 'after';
}

const EDGE = 36;
const STEP = 10;

interface Options {
  readonly element: Readonly<ShallowRef<HTMLElement | null>>;
  /** Whether siblings have an order. */
  readonly hasOrder: () => boolean;
  mayDrop(hold: Hold): boolean;
  drop(hold: Hold): void;
}

/** Drags rows of a tree by their grips, with any pointer. Escape cancels. */
export function useTreeDrag({ element, hasOrder, mayDrop, drop }: Options): Ref<Hold | undefined> {
  const hold = ref<Hold>();
  let dragged: string | undefined;

  const rowAt = (target: Element | null) => target?.closest<HTMLElement>('[data-tree]');

  function begin(event: PointerEvent): void {
    const target = event.target as Element; // of this element
    if (!target.closest('.tree-grip') || event.button !== 0) return;
    event.preventDefault();
    dragged = rowAt(target)?.dataset.tree;
    element.value?.setPointerCapture(event.pointerId);
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (dragged === undefined || !element.value) return;
    const { top, bottom } = element.value.getBoundingClientRect();
    if (clientY < top + EDGE) element.value.scrollTop -= STEP;
    else if (clientY > bottom - EDGE) element.value.scrollTop += STEP;
    const row = rowAt(document.elementFromPoint(clientX, clientY));
    const over = row?.dataset.tree;
    const held = row && over !== undefined ? { id: dragged, over, part: partOf(row, clientY) } : undefined;
    hold.value = held && mayDrop(held) ? held : undefined;
  }

  function partOf(row: HTMLElement, y: number): Hold['part'] {
    const { top, height } = row.getBoundingClientRect();
    const at = (y - top) / height;
    if (!hasOrder()) return 'on';
    return at < 0.25 ? 'before' : at > 0.75 ? 'after' : 'on';
  }

  function end(event: PointerEvent): void {
    const held = hold.value;
    stop();
    if (held && event.type === 'pointerup') drop(held);
  }

  function stop(): void {
    dragged = undefined;
    hold.value = undefined;
  }

  const key = (event: KeyboardEvent) => event.key === 'Escape' && stop();
  const listeners = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end } as const;
  onMounted(() => {
    for (const [name, listen] of Object.entries(listeners))
      element.value?.addEventListener(name, listen as EventListener);
    addEventListener('keydown', key);
  });
  onBeforeUnmount(() => removeEventListener('keydown', key));
  return hold;
}
