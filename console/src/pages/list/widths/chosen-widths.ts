import { shallowReactive } from 'vue';
import { me, onUserChange } from '../../../api/session.ts';

/** Widths of columns in px, by the names of their fields. */
export type Widths = Readonly<Record<string, number>>;

const chosen = shallowReactive(new Map<string, Widths>());

onUserChange(() => chosen.clear());

/** The widths that the user gave columns in this browser. */
export function chosenWidths(collection: string): Widths {
  const known = chosen.get(collection) ?? read(localStorage.getItem(keyOf(collection)) ?? '');
  if (!chosen.has(collection)) chosen.set(collection, known);
  return known;
}

/** Shows columns in these widths; `isKept` keeps them for the next visit. */
export function chooseWidths(collection: string, widths: Widths, isKept: boolean): void {
  chosen.set(collection, widths);
  if (isKept) localStorage.setItem(keyOf(collection), textOf(widths));
}

const read = (text: string): Widths =>
  Object.fromEntries(text.split(',').map((one) => [one.split(':')[0], Number(one.split(':')[1])]));

const textOf = (widths: Widths) =>
  Object.entries(widths)
    .map(([name, width]) => `${name}:${width}`)
    .join();

const keyOf = (collection: string) => `quire.widths.${me.value?.id}.${collection}`;
