/** Which rows of a record are meant: those that hold these words, lack a text in these languages, and meet this filter. */
export interface Narrowing {
  readonly q?: string;
  readonly missing?: string;
  readonly filter?: object;
}

/** The same as parameters of a request. */
export function narrowingQuery({ q, missing, filter }: Narrowing): [string, string][] {
  return [...parametersOf('q', q), ...parametersOf('missing', missing), ...parametersOf('filter', filter)];
}

/** Exactly the rows with these ids. One comparison takes a hundred of them. */
export function onlyIds(ids: readonly string[]): Narrowing {
  const parts = Array.from({ length: Math.ceil(ids.length / EACH) }, (_, at) =>
    ids.slice(at * EACH, (at + 1) * EACH),
  );
  return { filter: { or: parts.map((some) => ({ id: { in: some.join() } })) } };
}

const EACH = 100;

function parametersOf(place: string, value: unknown): [string, string][] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [[place, String(value)]];
  return Object.entries(value).flatMap(([word, inner]) => parametersOf(`${place}[${word}]`, inner));
}
