import { computed, inject } from 'vue';
import { useDrawn } from '../../parts/drawn.ts';
import { partProblems } from '../control.ts';
import type { Elements } from './elements.ts';
import { placesWithin } from './problem-places.ts';

/**
 * Which elements of a long list to draw in full: those that are or come near, that somebody has just added, whose key then goes to
 * them at once, and those with a problem, which takes the focus. The others are texts.
 */
export function useDrawnElements(
  { list, fresh }: Elements,
  path: () => string,
  places: () => ArrayLike<Element> | undefined,
) {
  const { isDrawn, draw } = useDrawn(() => list.value.map(({ key }) => key), places);
  const problems = inject(partProblems, undefined);
  const wrong = computed(() => placesWithin(path(), Object.keys(problems?.value ?? {})));
  const isWrong = (index: number) => wrong.value.has(index);
  return {
    draw,
    isWrong,
    isDrawn: (key: number, index: number) => isDrawn(key) || fresh.value.has(key) || isWrong(index),
  };
}
