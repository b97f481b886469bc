import { onBeforeUnmount, onMounted, type Ref, ref, type ShallowRef } from 'vue';

/** Where a dragged record would be dropped: above, below or on another record. */
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

/** Drags records of a tree by their grips, with any pointer. Escape cancels. */
export function useTreeDrag({ element, hasOrder, mayDrop, drop }: Options): Ref<Hold | undefined> {
  const hold = ref<Hold>();
  let dragged: string | undefined;

  const recordAt = (target: Element | null) => target?.closest<HTMLElement>('[data-tree]');

  function begin(event: PointerEvent): void {
    const target = event.target as Element; // of this element
    if (!target.closest('.tree-grip') || event.button !== 0) return;
    event.preventDefault();
    dragged = recordAt(target)?.dataset.tree;
    element.value?.setPointerCapture(event.pointerId);
  }

  function move({ clientX, clientY }: PointerEvent): void {
    if (dragged === undefined || !element.value) return;
    const { top, bottom } = element.value.getBoundingClientRect();
    if (clientY < top + EDGE) element.value.scrollTop -= STEP;
    else if (clientY > bottom - EDGE) element.value.scrollTop += STEP;
    const record = recordAt(document.elementFromPoint(clientX, clientY));
    const over = record?.dataset.tree;
    const held =
      record && over !== undefined ? { id: dragged, over, part: partOf(record, clientY) } : undefined;
    hold.value = held && mayDrop(held) ? held : undefined;
  }

  function partOf(record: HTMLElement, y: number): Hold['part'] {
    const { top, height } = record.getBoundingClientRect();
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
