import { onBeforeUnmount, onMounted, onUpdated, type ShallowRef, shallowRef } from 'vue';
import { lineBetween } from './line-between.ts';

/** How far from the edge lines go down where the parts stand below each other, in px. */
const GUTTER = 8;

/** The lines of a picture: from each group that refers to the record in the middle, and from there to the others. */
export function useLines(picture: Readonly<ShallowRef<HTMLElement | null>>) {
  const lines = shallowRef<readonly string[]>([]);

  function draw(): void {
    const around = picture.value;
    const middle = around?.querySelector('.relations-middle');
    if (!around || !middle) return;
    const { left, top, width } = around.getBoundingClientRect();
    const boxOf = (element: Element) => {
      const box = element.getBoundingClientRect();
      return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
    };
    const gutter = getComputedStyle(around).direction === 'rtl' ? width - GUTTER : GUTTER;
    const drawn = [...around.querySelectorAll('.relations-group')].map((group) => {
      const [from, to] = group.matches('.is-outgoing') ? [middle, group] : [group, middle];
      return lineBetween(boxOf(from), boxOf(to), gutter);
    });
    if (drawn.join() !== lines.value.join()) lines.value = drawn;
  }

  const observer = new ResizeObserver(draw);
  function watchAll(): void {
    observer.disconnect();
    for (const part of picture.value?.querySelectorAll('.relations-group, .relations-middle') ?? [])
      observer.observe(part);
    if (picture.value) observer.observe(picture.value);
  }
  onMounted(watchAll);
  onUpdated(watchAll);
  onBeforeUnmount(() => observer.disconnect());
  return lines;
}
