/** Items with the same key together, at the place of the first of them; those without a key stay alone. */
export function grouped<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): readonly (readonly [Item, ...Item[]])[] {
  const groups: [Item, ...Item[]][] = [];
  const byKey = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const known = key === undefined ? undefined : byKey.get(key);
    if (known) known.push(item);
    else {
      const group: [Item, ...Item[]] = [item];
      groups.push(group);
      if (key !== undefined) byKey.set(key, group);
    }
  }
  return groups;
}
