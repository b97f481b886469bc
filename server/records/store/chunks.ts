/** Engines limit the number of values in a statement. */
const MOST_VALUES = 500;

/** The same items, in chunks small enough for one statement. */
export function chunksOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / MOST_VALUES) }, (_, index) =>
    items.slice(index * MOST_VALUES, (index + 1) * MOST_VALUES),
  );
}

/** What is read of many items by statements that take some of them each. */
export async function inChunks<T, Found>(
  items: readonly T[],
  read: (some: readonly T[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (const some of chunksOf(items)) found.push(...(await read(some)));
  return found;
}
