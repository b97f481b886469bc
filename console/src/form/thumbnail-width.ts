import { sameHost } from '../base.ts';

/** Picks the smallest width that is at least as wide as wanted, or the largest one. Undefined without widths. */
export function thumbnailWidth(widths: readonly number[], wanted: number): number | undefined {
  const sorted = widths.toSorted((one, other) => one - other);
  return sorted.find((width) => width >= wanted) ?? sorted.at(-1);
}

/** The address of a public image in a width. */
export function thumbnailOf(url: string, width: number | undefined): string {
  return sameHost(width === undefined ? url : `${url}?width=${width}`);
}
