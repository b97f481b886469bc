import { onScopeDispose, type Ref, ref } from 'vue';

/** About one screen. */
const AT_ONCE = 24;

/** How many of many items to render: one screen at once, the rest over the next frames. */
export function useProgressiveCount(all: number): Ref<number> {
  const drawn = ref(Math.min(AT_ONCE, all));
  let frame = requestAnimationFrame(more);

  function more() {
    drawn.value = Math.min(2 * drawn.value, all);
    if (drawn.value < all) frame = requestAnimationFrame(more);
  }

  onScopeDispose(() => cancelAnimationFrame(frame));
  return drawn;
}
