import { computed, onMounted, onScopeDispose, shallowReactive, watch } from 'vue';

/** About one screen. */
const AT_ONCE = 24;
/** A place that is seen draws as many before and after it, so that keys find the next ones drawn. */
const BESIDE = 8;
const NEAR = { rootMargin: '600px', scrollMargin: '600px' };

/**
 * Which items of a long list to draw in full: those of the first screen, those that have come near the window, and those that
 * somebody asks for. The others only hold their room. `places` are the elements of all items, in the same order.
 */
export function useDrawn<Key extends string | number>(
  keys: () => readonly Key[],
  places: () => ArrayLike<Element> | undefined,
) {
  const drawn = shallowReactive(new Set(keys().slice(0, AT_ONCE)));
  const waiting = new Map<Element, number>();
  const watcher = new IntersectionObserver(see, NEAR);

  function see(seen: readonly IntersectionObserverEntry[]) {
    const all = keys();
    for (const { target, isIntersecting } of seen) {
      const at = waiting.get(target);
      if (!isIntersecting || at === undefined) continue;
      for (const key of all.slice(Math.max(0, at - BESIDE), at + BESIDE + 1)) drawn.add(key);
      waiting.delete(target);
      watcher.unobserve(target);
    }
  }

  function watchOthers() {
    watcher.disconnect();
    waiting.clear();
    const found = places();
    for (const [at, key] of keys().entries()) {
      const place = found?.[at];
      if (!place || drawn.has(key)) continue;
      waiting.set(place, at);
      watcher.observe(place);
    }
  }

  onMounted(() => watch(() => keys().join(), watchOthers, { immediate: true, flush: 'post' }));
  onScopeDispose(() => watcher.disconnect());
  return {
    isDrawn: (key: Key) => drawn.has(key),
    draw: (key: Key) => void drawn.add(key),
    count: computed(() => drawn.size),
  };
}
