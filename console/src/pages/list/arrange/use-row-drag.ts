import { onBeforeUnmount, onMounted, ref } from 'vue';

/** Auto-scroll: the distance from the edge and the step, in px. */
const EDGE = 36;
const STEP = 10;

interface Dragging {
  /** The index of the record that is dragged. */
  readonly from: number;
  /** The edge between records where it would be dropped; undefined if it cannot. */
  readonly to: number | undefined;
}

interface Options {
  readonly grid: () => HTMLElement | null | undefined;
  readonly rowHeight: () => number;
  readonly count: () => number;
  mayDrop(from: number, edge: number): boolean;
  drop(from: number, edge: number): void;
}

/** Drags records of a grid by their grips, with any pointer. Escape cancels. */
export function useRowDrag({ grid, rowHeight, count, mayDrop, drop }: Options) {
  const dragging = ref<Dragging>();
  let pointerY = 0;
  let frame = 0;

  function begin(event: PointerEvent): void {
    const grip = (event.target as Element).closest('.grid-grip');
    const index = Number(grip?.closest('[role=row]')?.getAttribute('aria-rowindex')) - 2;
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    grid()?.setPointerCapture(event.pointerId);
    dragging.value = { from: index, to: undefined };
    pointerY = event.clientY;
    frame = requestAnimationFrame(follow);
  }

  /** Every frame, because the list also scrolls under a resting pointer. */
  function follow(): void {
    const element = grid();
    const now = dragging.value;
    if (!now || !element) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (pointerY < top + EDGE) element.scrollTop -= STEP;
    else if (pointerY > bottom - EDGE) element.scrollTop += STEP;
    const body = element.querySelector('.grid-body')?.getBoundingClientRect().top ?? top;
    const edge = Math.min(Math.max(Math.round((pointerY - body) / rowHeight()), 0), count());
    const to = mayDrop(now.from, edge) ? edge : undefined;
    if (to !== now.to) dragging.value = { ...now, to };
    frame = requestAnimationFrame(follow);
  }

  function move(event: PointerEvent): void {
    pointerY = event.clientY;
  }

  function end(event: PointerEvent): void {
    const now = dragging.value;
    stop();
    if (now?.to !== undefined && event.type === 'pointerup') drop(now.from, now.to);
  }

  function stop(): void {
    cancelAnimationFrame(frame);
    dragging.value = undefined;
  }

  function key(event: KeyboardEvent): void {
    if (event.key === 'Escape') stop();
  }

  const listeners = { pointerdown: begin, pointermove: move, pointerup: end, pointercancel: end } as const;
  onMounted(() => {
    for (const [name, listen] of Object.entries(listeners))
      grid()?.addEventListener(name, listen as EventListener);
    addEventListener('keydown', key);
  });
  onBeforeUnmount(() => {
    for (const [name, listen] of Object.entries(listeners))
      grid()?.removeEventListener(name, listen as EventListener);
    removeEventListener('keydown', key);
    stop();
  });
  return dragging;
}
