import { onScopeDispose, type Ref, ref } from 'vue';

/** About a screen: what people see at once. */
const AT_ONCE = 24;

/** How many of many parts are drawn: a screen at once, the others by and by, so that no frame waits for all of them. */
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
