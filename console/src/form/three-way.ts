import { diff3Merge } from 'node-diff3';
import { wordsOf } from './word-diff.ts';

/** A value as it was read, as it is now in the form, and as somebody else has saved it. */
export interface ThreeWay<T> {
  readonly base: T;
  readonly mine: T;
  readonly theirs: T;
}

type Region = { readonly ok?: readonly string[] };

/** Both changes of a text in one, if they touch different words; undefined if they meet. */
export function mergedText({ base, mine, theirs }: ThreeWay<string>, split = wordsOf): string | undefined {
  return mergedList({ base: split(base), mine: split(mine), theirs: split(theirs) })?.join('');
}

/** Both changes of a list in one, if they touch different places; undefined if they meet. */
export function mergedList({ base, mine, theirs }: ThreeWay<readonly string[]>): string[] | undefined {
  const regions: Region[] = diff3Merge([...mine], [...base], [...theirs], { excludeFalseConflicts: true });
  if (regions.some(({ ok }) => ok === undefined)) return undefined;
  return regions.flatMap(({ ok = [] }) => ok);
}

/** Paragraphs, headings and lists of an HTML text: the merge never takes a block apart. */
export function blocksOf(html: string): string[] {
  return html.split(/(?<=<\/(?:p|h[1-6]|ul|ol|blockquote|pre|table|figure)>|<hr\s*\/?>)/);
}
