/** Engines bound how many values a statement may name. */
const MOST_VALUES = 500;

/** The same items, in portions that one statement can name. */
export function portionsOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / MOST_VALUES) }, (_, index) =>
    items.slice(index * MOST_VALUES, (index + 1) * MOST_VALUES),
  );
}
