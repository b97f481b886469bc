/** Engines limit the number of values in a statement. */
const MOST_VALUES = 500;

/** The same items, in chunks small enough for one statement. */
export function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / MOST_VALUES) }, (_, index) =>
    items.slice(index * MOST_VALUES, (index + 1) * MOST_VALUES),
  );
}
