const PRESENT = new Map([
  ['record', 'collection'],
  ['records', 'collections'],
]);

/** An object that was stored as JSON, its members under their present names: until 0.3 a collection was called a record. */
export function inPresentWords<Stored extends object>(stored: Stored): Stored {
  const members = Object.entries(stored).map(([name, value]) => [PRESENT.get(name) ?? name, value]);
  return Object.fromEntries(members) as Stored;
}
